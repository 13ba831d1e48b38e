package dev.sandgate.sandbox.task;

import dev.sandgate.sandbox.conversation.ManualAlarms;
import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.port.ManualClock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The room with threads of its own and a manual clock, for tests: everything as configured by default unless said otherwise. */
public final class TaskRoom implements AutoCloseable {
    public static final TaskSettings DEFAULTS =
            new TaskSettings(200, 32, 1 << 20, 128 << 20, Duration.ofHours(1), 1000);

    public final Tasks tasks;
    private final ExecutorService runners = Executors.newCachedThreadPool();

    private TaskRoom(TaskSettings settings, ManualClock clock, ManualAlarms alarms) {
        var threads = new TaskThreads(runners, (delay, action) -> alarms.after(delay, action)::cancel);
        this.tasks = new Tasks(settings, threads, clock);
    }

    public static TaskRoom of(ManualClock clock, ManualAlarms alarms) {
        return new TaskRoom(DEFAULTS, clock, alarms);
    }

    static TaskRoom of(TaskSettings settings, ManualClock clock, ManualAlarms alarms) {
        return new TaskRoom(settings, clock, alarms);
    }

    static TaskOrder order(String sandbox) {
        return new TaskOrder(
                Caller.LOCAL_TENANT, sandbox, dev.sandgate.sandbox.conversation.House.command("whatever", 60));
    }

    @Override
    public void close() {
        tasks.stop();
        runners.shutdownNow();
        try {
            if (!runners.awaitTermination(20, TimeUnit.SECONDS)) {
                throw new AssertionError("a task does not end");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
