package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One piece of code at a time for each interpreter of a sandbox; the others wait, at most as long as they may run. Who is
 * interrupted leaves at once, but keeps the turn until the interpreter has answered or ended.
 */
final class Kernels {
    private static final Duration RETRY = Duration.ofSeconds(1);
    /** How long an interpreter may take to end that nobody waits for, as after a lost connection. */
    private static final Duration BUSY = Duration.ofSeconds(5);

    private static final long FIRST_PAUSE_MS = 20;
    private static final long LONGEST_PAUSE_MS = 320;

    private final Map<String, Turn> turns = new ConcurrentHashMap<>();

    private static final class Turn {
        private final Semaphore free = new Semaphore(1, true);
        /** Whoever has the turn has been interrupted. */
        private volatile boolean ending;

        private void pass() {
            ending = false;
            free.release();
        }
    }

    /** The interpreter has not ended its former work yet. */
    static Failure busy() {
        return Failure.of(Situation.LIMIT_REACHED).about("interpreter").retryAfter(RETRY);
    }

    /** TIMED_OUT when its turn does not come; {@link #busy()} when that is because of one that was interrupted. */
    <T> T inTurn(String kernel, Duration patience, Supplier<T> work) {
        Turn turn = turns.computeIfAbsent(kernel, name -> new Turn());
        try {
            if (!turn.free.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw turn.ending ? new SandboxException(busy()) : SandboxException.of(Situation.TIMED_OUT);
            }
        } catch (InterruptedException e) {
            throw interrupted();
        }
        boolean passed = false;
        try {
            return whenReady(patience, work);
        } catch (Unanswered e) {
            passed = true;
            turn.ending = true;
            e.end().whenComplete((answer, failure) -> turn.pass());
            throw e;
        } finally {
            if (!passed) {
                turn.pass();
            }
        }
    }

    /** Again while the interpreter is busy, for a while. */
    private static <T> T whenReady(Duration patience, Supplier<T> work) {
        long deadline = System.nanoTime() + Math.min(BUSY.toNanos(), patience.toNanos());
        long pause = FIRST_PAUSE_MS;
        while (true) {
            try {
                return work.get();
            } catch (SandboxException e) {
                if (!e.failure().equals(busy()) || System.nanoTime() - deadline > 0) {
                    throw e;
                }
            }
            try {
                TimeUnit.MILLISECONDS.sleep(pause);
            } catch (InterruptedException e) {
                throw interrupted();
            }
            pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
        }
    }

    private static CancellationException interrupted() {
        Thread.currentThread().interrupt();
        return new CancellationException("interrupted");
    }
}
