package dev.sandgate.provider.local;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** One sandbox's appointment with its end. Guarded by its sandbox's lock. */
final class Expiry {
    private final ScheduledExecutorService timer;
    private final Clock clock;
    private final Runnable due;
    private ScheduledFuture<?> appointment;

    Expiry(ScheduledExecutorService timer, Clock clock, Runnable due) {
        this.timer = timer;
        this.clock = clock;
        this.due = due;
    }

    Instant now() {
        return clock.instant();
    }

    /** Replaces the former appointment. It may come a little early by the clock; whoever is called looks again. */
    void at(Instant end) {
        cancel();
        long millis = Math.max(1, Duration.between(now(), end).toMillis() + 1);
        appointment = timer.schedule(due, millis, TimeUnit.MILLISECONDS);
    }

    void cancel() {
        if (appointment != null) {
            appointment.cancel(false);
        }
    }
}
