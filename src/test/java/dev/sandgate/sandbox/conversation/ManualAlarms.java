package dev.sandgate.sandbox.conversation;

import dev.sandgate.sandbox.port.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Alarms that ring when the manual clock passes them, on the thread that advances it. At once means now, here. Thread-safe. */
public final class ManualAlarms implements Alarms {
    private final ManualClock clock;
    private final List<Pending> pending = new ArrayList<>();

    public ManualAlarms(ManualClock clock) {
        this.clock = clock;
        clock.onAdvance(this::ring);
    }

    private record Pending(Instant due, Runnable action) {}

    @Override
    public Alarm after(Duration delay, Runnable action) {
        var alarm = new Pending(clock.instant().plus(delay), action);
        if (delay.isZero()) {
            action.run();
            return () -> {};
        }
        synchronized (pending) {
            pending.add(alarm);
        }
        return () -> {
            synchronized (pending) {
                pending.remove(alarm);
            }
        };
    }

    public int waiting() {
        synchronized (pending) {
            return pending.size();
        }
    }

    private void ring() {
        Optional<Pending> next = next();
        while (next.isPresent()) {
            next.get().action.run();
            next = next();
        }
    }

    private Optional<Pending> next() {
        synchronized (pending) {
            Optional<Pending> next = pending.stream()
                    .filter(alarm -> !alarm.due.isAfter(clock.instant()))
                    .min(Comparator.comparing(Pending::due));
            next.ifPresent(pending::remove);
            return next;
        }
    }
}
