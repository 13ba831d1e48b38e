package dev.sandgate.sandbox.task;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.model.TaskId;
import dev.sandgate.sandbox.port.SandboxConnection;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** The background tasks of all sandboxes (L1). Thread-safe. */
@ApplicationScoped
public class Tasks {
    private static final Duration BEGIN_PATIENCE = Duration.ofSeconds(30);
    private static final Duration END_PATIENCE = Duration.ofSeconds(10);
    private static final String ID_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final int ID_LENGTH = 24;
    private static final Logger LOG = System.getLogger(Tasks.class.getName());

    private final TaskSettings settings;
    private final TaskThreads threads;
    private final Clock clock;
    private final Slots slots;
    private final Archive archive;
    private final Memory memory;
    private final SecureRandom random = new SecureRandom();
    private final Map<TaskId, Task> known = new ConcurrentHashMap<>();

    @Inject
    public Tasks(TaskSettings settings, TaskThreads threads, Clock clock) {
        this.settings = settings;
        this.threads = threads;
        this.clock = clock;
        this.slots = new Slots(settings);
        this.archive = new Archive(settings, clock, threads.timer(), this::forget);
        this.memory = new Memory(settings.memory(), archive::dropOldestOutput);
    }

    /**
     * Returns when the program runs. LIMIT_REACHED when too many run; TIMED_OUT after half a minute; BAD_ARGUMENT at {@code cwd} when
     * that directory does not exist.
     *
     * @param connector opens a connection, which the task closes when it ends
     */
    public TaskState start(TaskOrder order, Supplier<SandboxConnection> connector) {
        var job = new Job(order, connector, slots.enter(order.sandboxId()));
        var transcript = new Transcript(new Spool(settings.spool(), memory));
        var task = new Task(newId(), job, transcript, clock, this::keep);
        known.put(task.id(), task);
        try {
            threads.runners().execute(task);
        } catch (RejectedExecutionException full) {
            task.cancel();
            throw Slots.refused();
        }
        return task.awaitBegin(BEGIN_PATIENCE);
    }

    /** Returns at once. TASK_NOT_FOUND when it is unknown; LIMIT_REACHED when too many wait for it. */
    public CompletableFuture<TaskReading> read(String tenant, TaskId id, TaskQuery query) {
        return find(tenant, id).read(query, threads.timer());
    }

    /** Ends it if it has not ended; returns how it ended. TIMED_OUT when it resists. */
    public TaskState cancel(String tenant, TaskId id) {
        Task task = find(tenant, id);
        task.cancel();
        return Task.await(task.over(), END_PATIENCE);
    }

    /** Ends all that run; takes at most ten seconds. */
    public void stop() {
        slots.close();
        List<Task> all = List.copyOf(known.values());
        all.forEach(Task::cancel);
        CompletableFuture<?>[] ends =
                all.stream().filter(Task::hasBegun).map(Task::over).toArray(CompletableFuture<?>[]::new);
        try {
            Task.await(CompletableFuture.allOf(ends), END_PATIENCE);
        } catch (SandboxException late) {
            LOG.log(
                    Level.WARNING,
                    "some tasks have not ended: {0}",
                    late.failure().situation());
        }
    }

    private Task find(String tenant, TaskId id) {
        return Optional.ofNullable(known.get(id))
                .filter(task -> task.belongsTo(tenant) && task.hasBegun())
                .orElseThrow(() -> new SandboxException(
                        Failure.of(Situation.TASK_NOT_FOUND).at("task_id")));
    }

    /** It is over. */
    private void keep(Task task) {
        if (task.hasBegun()) {
            archive.add(task);
        } else {
            forget(task);
        }
    }

    private void forget(Task task) {
        known.remove(task.id());
        task.discard();
    }

    private TaskId newId() {
        var id = new StringBuilder(ID_LENGTH);
        for (int i = 0; i < ID_LENGTH; i++) {
            id.append(ID_LETTERS.charAt(random.nextInt(ID_LETTERS.length())));
        }
        return new TaskId(id.toString());
    }
}
