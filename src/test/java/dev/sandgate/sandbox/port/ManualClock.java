package dev.sandgate.sandbox.port;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Time that passes only when a test says so. Thread-safe. */
public final class ManualClock extends Clock {
    private final List<Runnable> watchers = new CopyOnWriteArrayList<>();
    private volatile Instant now;

    private ManualClock(Instant now) {
        this.now = now;
    }

    public static ManualClock at(String instant) {
        return new ManualClock(Instant.parse(instant));
    }

    public void advance(Duration by) {
        now = now.plus(by);
        watchers.forEach(Runnable::run);
    }

    /** Told on the thread that advances, after time has passed. */
    public void onAdvance(Runnable watcher) {
        watchers.add(watcher);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("a manual clock has one zone");
    }
}
