package dev.sandgate.provider.local;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Sandboxes of the default shape, made in advance. A dead one is never handed out; what was taken is replaced in the background,
 * one at a time, and never while a caller is starting something.
 */
final class WarmPool implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(WarmPool.class.getName());
    private static final long SHORTEST_PAUSE = TimeUnit.SECONDS.toMillis(1);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toMillis(60);

    /** Makes a sandbox; it tells the given undertaker when it dies. */
    interface Maker {
        LocalSandbox make(LocalSandbox.Undertaker undertaker) throws IOException;
    }

    private final int size;
    private final Maker maker;
    private final LaunchGate gate;
    private final LocalSandbox.Undertaker burial;
    private final Deque<LocalSandbox> ready = new ArrayDeque<>();
    private final Thread refiller;
    private boolean closed;

    /** @param bury where the end of a pooled sandbox may block */
    WarmPool(int size, Maker maker, LaunchGate gate, Executor bury) {
        this.size = size;
        this.maker = maker;
        this.gate = gate;
        this.burial = new LocalSandbox.Undertaker() {
            @Override
            public void bury(Runnable end) {
                bury.execute(end);
            }

            @Override
            public void ended(LocalSandbox sandbox) {
                forget(sandbox);
            }
        };
        this.refiller = new Thread(this::refill, "sandgate-local-pool");
        refiller.setDaemon(true);
    }

    void start() {
        if (size > 0) {
            refiller.start();
        }
    }

    /** The shape may not matter here: only what was made with the pool's own fits. */
    Optional<LocalSandbox> take() {
        while (true) {
            LocalSandbox next;
            synchronized (this) {
                next = ready.poll();
                notifyAll();
            }
            if (next == null || next.healthy()) {
                return Optional.ofNullable(next);
            }
            next.kill();
        }
    }

    synchronized int available() {
        return ready.size();
    }

    private synchronized void forget(LocalSandbox sandbox) {
        ready.remove(sandbox);
        notifyAll();
    }

    private void refill() {
        long pause = SHORTEST_PAUSE;
        try {
            while (awaitGap()) {
                gate.awaitQuiet();
                try {
                    offer(maker.make(burial));
                    pause = SHORTEST_PAUSE;
                } catch (CancellationException e) {
                    LOG.log(Level.DEBUG, "the warm pool stops");
                    return;
                } catch (IOException | RuntimeException e) {
                    LOG.log(Level.WARNING, "the warm pool could not be filled", e);
                    TimeUnit.MILLISECONDS.sleep(pause);
                    pause = Math.min(2 * pause, LONGEST_PAUSE);
                }
            }
        } catch (InterruptedException e) {
            LOG.log(Level.DEBUG, "the warm pool stops");
        }
    }

    private synchronized boolean awaitGap() throws InterruptedException {
        while (!closed && ready.size() >= size) {
            wait();
        }
        return !closed;
    }

    private void offer(LocalSandbox sandbox) {
        synchronized (this) {
            if (!closed) {
                ready.add(sandbox);
            }
            if (ready.contains(sandbox) && sandbox.healthy()) {
                return;
            }
            ready.remove(sandbox);
        }
        sandbox.kill();
    }

    /** Stops refilling; what is ready is the caller's to end. */
    Deque<LocalSandbox> drain() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        refiller.interrupt();
        try {
            refiller.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            var left = new ArrayDeque<>(ready);
            ready.clear();
            return left;
        }
    }

    @Override
    public void close() {
        drain().forEach(LocalSandbox::kill);
    }
}
