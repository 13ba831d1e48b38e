package dev.sandgate.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** One message under way: sent, and everything that comes back written out. Thread-safe; {@link #run} once. */
final class Exchange implements Runnable {
    private static final int LARGEST_BODY = 256 << 20;

    private final Message message;
    private final Endpoint endpoint;
    private final MessageWriter out;
    private CompletableFuture<HttpResponse<InputStream>> response = new CompletableFuture<>();
    private Optional<InputStream> body = Optional.empty();
    private boolean aborted;
    private boolean answered;
    private volatile long lastHeard = System.nanoTime();

    Exchange(Message message, Endpoint endpoint, MessageWriter out) {
        this.message = message;
        this.endpoint = endpoint;
        this.out = out;
    }

    @Override
    public void run() {
        try {
            if (send()) {
                receive(response.get());
            }
        } catch (ExecutionException | IOException e) {
            missing("The server cannot be reached");
            return;
        } catch (CancellationException e) {
            missing("The server does not answer");
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        missing("The server gave no answer");
    }

    /**
     * The client wants no answer any more. In the stateless era closing the stream says so to the server; true when that was done.
     */
    boolean abort() {
        CompletableFuture<HttpResponse<InputStream>> waiting;
        Optional<InputStream> open;
        synchronized (this) {
            aborted = true;
            waiting = response;
            open = body;
        }
        boolean stateless = message.revision().isPresent();
        if (stateless) {
            close(waiting, open);
        }
        return stateless;
    }

    /** Gives up a stream on which nothing has come for so long, not even a sign of life. */
    void abandonWhenSilent(long now) {
        CompletableFuture<HttpResponse<InputStream>> waiting;
        Optional<InputStream> open;
        synchronized (this) {
            waiting = response;
            open = body;
        }
        if (open.isPresent() && now - lastHeard > Endpoint.PATIENCE.toNanos()) {
            close(waiting, open);
        }
    }

    private static void close(CompletableFuture<HttpResponse<InputStream>> waiting, Optional<InputStream> open) {
        waiting.cancel(true);
        try {
            if (open.isPresent()) {
                open.get().close();
            }
        } catch (IOException e) {
            System.err.println("a connection could not be closed properly");
        }
    }

    private synchronized boolean send() {
        if (aborted) {
            return false;
        }
        response = endpoint.post(message);
        return true;
    }

    private void receive(HttpResponse<InputStream> from) throws IOException {
        try (InputStream stream = open(from)) {
            String type = from.headers().firstValue("Content-Type").orElse("");
            if (type.startsWith("text/event-stream")) {
                events(new LineReader(stream, LARGEST_BODY), from);
            } else if (type.startsWith("application/json")) {
                write(new String(stream.readNBytes(LARGEST_BODY), StandardCharsets.UTF_8), from);
            } else if (from.statusCode() >= 400) {
                missing("The server answered with status " + from.statusCode());
            }
        }
    }

    private synchronized InputStream open(HttpResponse<InputStream> from) {
        body = Optional.of(from.body());
        lastHeard = System.nanoTime();
        return from.body();
    }

    private void events(LineReader lines, HttpResponse<?> from) throws IOException {
        var data = new StringBuilder();
        for (var line = lines.next(); line.isPresent(); line = lines.next()) {
            lastHeard = System.nanoTime();
            if (line.get().startsWith("data:")) {
                data.append(line.get().substring("data:".length()));
            } else if (line.get().isEmpty() && !data.isEmpty()) {
                write(data.toString().strip(), from);
                data.setLength(0);
            }
        }
    }

    private void write(String json, HttpResponse<?> from) {
        if (json.isBlank()) {
            return;
        }
        Message heard = Message.of(json);
        if (message.method().equals("initialize")) {
            heard.negotiated().ifPresent(revision -> endpoint.settle(from, revision));
        }
        synchronized (this) {
            if (aborted) {
                return;
            }
            answered |= heard.isResponse() || heard.object().containsKey("error");
        }
        out.write(json);
    }

    /** A request that nothing answered gets an answer here; a notification has none. */
    private void missing(String why) {
        synchronized (this) {
            if (answered || aborted || !message.isRequest()) {
                return;
            }
            answered = true;
        }
        out.error(message.id(), MessageWriter.INTERNAL_ERROR, why);
    }
}
