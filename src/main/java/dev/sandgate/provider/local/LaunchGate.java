package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Starting sandboxes is work for the processor, so more at once only makes all of them slower. Callers queue here in order;
 * whoever refills the warm pool lets them go first.
 */
final class LaunchGate {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Semaphore places;
    private int callers;

    LaunchGate(int cores) {
        places = new Semaphore(2 * cores, true);
    }

    void enter() {
        synchronized (this) {
            callers++;
        }
        boolean entered = false;
        try {
            entered = places.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            if (!entered) {
                left();
            }
        }
        if (!entered) {
            throw new SandboxException(Failure.of(Situation.LIMIT_REACHED)
                    .about("concurrent creates")
                    .retryAfter(PATIENCE));
        }
    }

    void leave() {
        places.release();
        left();
    }

    /** For the background: waits until no caller is starting anything. */
    synchronized void awaitQuiet() throws InterruptedException {
        while (callers > 0) {
            wait(PATIENCE.toMillis());
        }
    }

    /** For the end: waits until what callers are starting is started, at most so long. */
    synchronized void awaitQuiet(Duration most) {
        long deadline = System.nanoTime() + most.toNanos();
        try {
            for (long left = most.toNanos(); callers > 0 && left > 0; left = deadline - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void left() {
        callers--;
        notifyAll();
    }
}
