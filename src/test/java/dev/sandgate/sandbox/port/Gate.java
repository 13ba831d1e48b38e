package dev.sandgate.sandbox.port;

import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A door that a test keeps shut: whoever comes to it waits, and the test can wait for them to have come. */
public final class Gate {
    private static final long PATIENCE_S = 20;

    private final Semaphore arrived = new Semaphore(0);
    private final Semaphore passes = new Semaphore(0);

    /** Blocks until this many have come since the last time it was asked. */
    public void awaitArrivals(int count) {
        take(arrived, count);
    }

    /** Lets everybody pass, now and from now on. */
    public void open() {
        passes.release(1_000_000);
    }

    void enter() {
        arrived.release();
        take(passes, 1);
    }

    private static void take(Semaphore semaphore, int count) {
        try {
            if (!semaphore.tryAcquire(count, PATIENCE_S, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody came within " + PATIENCE_S + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException();
        }
    }
}
