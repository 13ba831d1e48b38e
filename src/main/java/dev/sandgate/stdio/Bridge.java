package dev.sandgate.stdio;

import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Carries messages until the input ends: each request on a thread of its own, so that a ping is answered while a tool runs; what has no
 * answer, and the handshake, before the next line is read.
 */
final class Bridge implements AutoCloseable {
    private static final int AT_ONCE = 256;
    /** What the endpoint takes. */
    private static final int LONGEST_MESSAGE = 16 << 20;
    /** Hosts give a server two seconds between the end of its input and the first signal. */
    private static final long LAST_ANSWERS_MILLIS = 1000;

    private static final long END_OF_SESSION_MILLIS = 15_000;
    private static final long WATCH_SECONDS = 5;

    private final Endpoint endpoint;
    private final MessageWriter out;
    private final Map<JsonValue, Exchange> underWay = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, AT_ONCE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> daemon(work, "request"));
    private final ScheduledExecutorService watch =
            Executors.newSingleThreadScheduledExecutor(work -> daemon(work, "watch"));
    private boolean closed;

    Bridge(Endpoint endpoint, MessageWriter out) {
        this.endpoint = endpoint;
        this.out = out;
        var unused = watch.scheduleWithFixedDelay(
                () -> underWay.values().forEach(exchange -> exchange.abandonWhenSilent(System.nanoTime())),
                WATCH_SECONDS,
                WATCH_SECONDS,
                TimeUnit.SECONDS);
    }

    /** Returns when the input has ended, the last answers have had their time, and the session is over. */
    void carry(InputStream in) throws IOException {
        var lines = new LineReader(in, LONGEST_MESSAGE);
        try {
            for (var line = lines.next(); line.isPresent(); line = lines.next()) {
                if (lines.wasTooLong()) {
                    out.error(Optional.empty(), MessageWriter.INVALID_REQUEST, "Invalid Request: larger than 16 MiB");
                } else if (!line.get().isBlank()) {
                    take(Message.of(line.get()));
                }
            }
            threads.shutdown();
            if (!threads.awaitTermination(LAST_ANSWERS_MILLIS, TimeUnit.MILLISECONDS)) {
                System.err.println("the input ended before the last answers came");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close();
        }
    }

    /** Ends the session; again is nothing, but waits for the first time: a signal may come while the input's end is dealt with. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            var end = endpoint.end();
            if (end.isPresent()) {
                end.get().get(END_OF_SESSION_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            System.err.println(
                    "the session could not be ended; the server ends it when it has been idle for long enough");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(Message message) {
        var exchange = new Exchange(message, endpoint, out);
        Optional<Exchange> cancelled = message.cancelled().map(underWay::get);
        if (cancelled.filter(Exchange::abort).isPresent()) {
            return;
        }
        if (!message.isRequest() || message.method().equals("initialize")) {
            exchange.run();
        } else {
            start(message, exchange);
        }
    }

    private void start(Message message, Exchange exchange) {
        JsonValue id = message.id().orElseThrow();
        underWay.put(id, exchange);
        try {
            threads.execute(() -> {
                try {
                    exchange.run();
                } finally {
                    underWay.remove(id, exchange);
                }
            });
        } catch (RejectedExecutionException tooMany) {
            underWay.remove(id, exchange);
            out.error(message.id(), MessageWriter.INTERNAL_ERROR, "Too many requests at once");
        }
    }

    private static Thread daemon(Runnable work, String name) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }
}
