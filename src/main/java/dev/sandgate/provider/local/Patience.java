package dev.sandgate.provider.local;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for what the kernel will do soon and tells nobody. Cleaning up uses it, so an interrupt does not shorten it. */
final class Patience {
    private static final long FIRST_PAUSE = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

    private Patience() {}

    /** True as soon as the condition holds, false when it did not within the bound. */
    static boolean until(Duration bound, BooleanSupplier condition) {
        long deadline = System.nanoTime() + bound.toNanos();
        long pause = FIRST_PAUSE;
        boolean interrupted = false;
        try {
            while (!condition.getAsBoolean()) {
                if (System.nanoTime() - deadline > 0) {
                    return false;
                }
                interrupted |= Thread.interrupted();
                LockSupport.parkNanos(pause);
                pause = Math.min(2 * pause, LONGEST_PAUSE);
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
