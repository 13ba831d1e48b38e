package dev.sandgate.provider.local;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The one thread that reads what all supervisors say. Nothing that runs on it may block. It ticks four times a second so that
 * every deadline of a channel is looked at even when nobody says anything.
 */
final class ControlLoop implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ControlLoop.class.getName());
    private static final long TICK_MILLIS = 250;
    private static final int SCRATCH = 64 << 10;

    /** Attached to a selection key. */
    interface Handler {
        /** @param scratch an empty buffer to read into, only for this call */
        void ready(SelectionKey key, ByteBuffer scratch);

        /** Something went wrong that is nobody's plan: let go of the channel. */
        void abort();
    }

    /** Looked at on every tick. */
    interface Ticking {
        void tick(long nanoTime);
    }

    private final Selector selector;
    private final Set<Ticking> ticking = ConcurrentHashMap.newKeySet();
    private final Thread thread;
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH);
    private volatile boolean closed;

    ControlLoop() throws IOException {
        selector = Selector.open();
        thread = new Thread(this::run, "sandgate-local-control");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    SelectionKey register(SelectableChannel channel, int interest, Handler handler) throws ClosedChannelException {
        SelectionKey key = channel.register(selector, interest, handler);
        selector.wakeup();
        return key;
    }

    void wakeup() {
        selector.wakeup();
    }

    void watch(Ticking one) {
        ticking.add(one);
    }

    void forget(Ticking one) {
        ticking.remove(one);
    }

    private void run() {
        long next = System.nanoTime();
        while (!closed) {
            try {
                selector.select(this::dispatch, TICK_MILLIS);
                long now = System.nanoTime();
                if (now - next >= 0) {
                    next = now + TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
                    ticking.forEach(one -> tick(one, now));
                }
            } catch (IOException | RuntimeException e) {
                LOG.log(Level.ERROR, "control loop", e);
            }
        }
    }

    private void dispatch(SelectionKey key) {
        Handler handler = (Handler) key.attachment();
        try {
            handler.ready(key, scratch.clear());
        } catch (CancelledKeyException e) {
            LOG.log(Level.TRACE, "a channel was closed while it became ready");
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.log(Level.ERROR, "control channel", e);
            handler.abort();
        }
    }

    private static void tick(Ticking one, long now) {
        try {
            one.tick(now);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "control channel", e);
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        selector.wakeup();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        selector.close();
    }
}
