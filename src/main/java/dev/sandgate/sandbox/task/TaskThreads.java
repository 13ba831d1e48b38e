package dev.sandgate.sandbox.task;

import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * What this room needs of the container.
 *
 * @param runners one thread a running task; may refuse
 * @param timer for what is to be done later
 */
public record TaskThreads(Executor runners, Timer timer) {

    @FunctionalInterface
    public interface Timer {

        /** Runs the action once after the delay, not on this thread; what is returned prevents that. */
        Runnable after(Duration delay, Runnable action);
    }
}
