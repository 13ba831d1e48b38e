package dev.sandgate.sandbox.task;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The tasks that have ended, for as long as they are remembered: the one that ended first is forgotten first. Thread-safe; no lock is
 * held while one is forgotten.
 */
final class Archive {
    private final Duration retention;
    private final int most;
    private final Clock clock;
    private final TaskThreads.Timer timer;
    private final Consumer<Task> forget;
    private final Deque<Entry> entries = new ArrayDeque<>();
    /** The last ones of the entries, in the same order. */
    private final Deque<Task> withOutput = new ArrayDeque<>();

    private boolean armed;

    Archive(TaskSettings settings, Clock clock, TaskThreads.Timer timer, Consumer<Task> forget) {
        this.retention = settings.retention();
        this.most = settings.maxKept();
        this.clock = clock;
        this.timer = timer;
        this.forget = forget;
    }

    private record Entry(Task task, Instant due) {}

    void add(Task task) {
        Instant due = clock.instant().plus(retention);
        synchronized (entries) {
            entries.addLast(new Entry(task, due));
            withOutput.addLast(task);
        }
        leaving().forEach(forget);
        arm();
    }

    /** Of the task that ended first and still has some; how it ended stays known. False when no output is left. */
    boolean dropOldestOutput() {
        Optional<Task> oldest;
        synchronized (entries) {
            oldest = Optional.ofNullable(withOutput.pollFirst());
        }
        oldest.ifPresent(Task::discard);
        return oldest.isPresent();
    }

    private void ring() {
        synchronized (entries) {
            armed = false;
        }
        leaving().forEach(forget);
        arm();
    }

    private List<Task> leaving() {
        Instant now = clock.instant();
        List<Task> leaving = new ArrayList<>();
        synchronized (entries) {
            while (!entries.isEmpty()
                    && (entries.size() > most || !entries.peekFirst().due.isAfter(now))) {
                Task task = entries.pollFirst().task;
                leaving.add(task);
                if (withOutput.peekFirst() == task) {
                    withOutput.removeFirst();
                }
            }
        }
        return leaving;
    }

    /** One alarm for all: for the one that is due first. */
    private void arm() {
        Duration pause;
        synchronized (entries) {
            if (armed || entries.isEmpty()) {
                return;
            }
            armed = true;
            pause = Duration.between(clock.instant(), entries.peekFirst().due);
        }
        timer.after(pause.isNegative() ? Duration.ZERO : pause, this::ring);
    }
}
