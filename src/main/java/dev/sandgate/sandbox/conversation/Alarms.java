package dev.sandgate.sandbox.conversation;

import java.time.Duration;

/** Does things later, on threads of the container. */
@FunctionalInterface
public interface Alarms {

    /** Runs the action once after the delay; at once, but not on this thread, when the delay is zero. */
    Alarm after(Duration delay, Runnable action);

    /** An action that waits for its time. */
    @FunctionalInterface
    interface Alarm {

        /** No effect when the action has begun. */
        void cancel();
    }
}
