package dev.sandgate.sandbox.task;

import dev.sandgate.sandbox.model.CommandEnd;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.model.StandardStream;
import dev.sandgate.sandbox.model.TaskId;
import dev.sandgate.sandbox.model.TaskStatus;
import dev.sandgate.sandbox.port.CommandListener;
import dev.sandgate.sandbox.port.SandboxConnection;
import dev.sandgate.sandbox.task.Waiters.Waiter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** One command in the background. Ends once. Thread-safe; waiters are woken without a lock, on the thread that streams. */
final class Task implements Runnable, CommandListener {
    private static final Logger LOG = System.getLogger(Task.class.getName());

    private final TaskId id;
    private final Job job;
    private final Clock clock;
    private final Consumer<Task> whenOver;
    private final Runner runner = new Runner();
    private final CompletableFuture<Instant> begun = new CompletableFuture<>();
    private final CompletableFuture<TaskState> over = new CompletableFuture<>();

    private final Transcript transcript;
    private final Waiters waiters = new Waiters();
    private Optional<Ending> ending = Optional.empty();
    private Optional<Instant> finishedAt = Optional.empty();

    /** @param whenOver told once, without a lock */
    Task(TaskId id, Job job, Transcript transcript, Clock clock, Consumer<Task> whenOver) {
        this.id = id;
        this.job = job;
        this.transcript = transcript;
        this.clock = clock;
        this.whenOver = whenOver;
    }

    TaskId id() {
        return id;
    }

    boolean belongsTo(String tenant) {
        return job.order().tenant().equals(tenant);
    }

    /** Whether its program runs or ran. */
    boolean hasBegun() {
        return begun.isDone() && !begun.isCompletedExceptionally();
    }

    @Override
    public void run() {
        if (!runner.begin()) {
            return;
        }
        Ending how;
        Throwable ifNotBegun;
        try {
            how = Ending.of(stream());
            ifNotBegun = new IllegalStateException("ended without having started");
        } catch (RuntimeException | Error e) {
            how = Ending.of(e);
            ifNotBegun = e;
        }
        end(how, ifNotBegun);
    }

    @Override
    public void started() {
        begun.complete(clock.instant());
    }

    @Override
    public void output(StandardStream stream, byte[] bytes) {
        List<Waiter> woken;
        synchronized (this) {
            woken = transcript.append(stream, bytes) ? waiters.release() : List.of();
        }
        woken.forEach(this::wake);
    }

    /**
     * Returns when the program runs, or else ends the task and throws the reason why it does not: TIMED_OUT after so long.
     *
     * @throws CancellationException when this thread is interrupted
     */
    TaskState awaitBegin(Duration patience) {
        boolean begins = false;
        try {
            await(begun, patience);
            begins = true;
            return state();
        } finally {
            if (!begins) {
                cancel();
            }
        }
    }

    /** Ends it if it has not ended yet; how it ended shows in time. */
    void cancel() {
        if (runner.stop()) {
            var cancelled = new CancellationException();
            end(Ending.of(cancelled), cancelled);
        }
    }

    /** Done when it has ended; never, if it never began. */
    CompletableFuture<TaskState> over() {
        return over;
    }

    /** Done at once when there is something to read, when the task has ended, or when nobody wants to wait. */
    CompletableFuture<TaskReading> read(TaskQuery query, TaskThreads.Timer timer) {
        return waiter(query)
                .map(waiter -> promise(waiter, query.patience(), timer))
                .orElseGet(() -> CompletableFuture.completedFuture(reading(query.cursor(), query.limit())));
    }

    /** Drops its output; it has ended. */
    synchronized void discard() {
        transcript.discard();
    }

    /** A cancellation that comes when the program has ended by itself is too late. */
    private CommandEnd stream() {
        try (SandboxConnection connection = job.connector().get()) {
            try {
                return connection.stream(job.order().command(), this);
            } finally {
                runner.leave();
            }
        }
    }

    private synchronized TaskState state() {
        return new TaskState(
                id,
                job.order().sandboxId(),
                ending.map(Ending::status).orElse(TaskStatus.RUNNING),
                ending.flatMap(Ending::exitCode),
                begun.join(),
                finishedAt);
    }

    private synchronized Optional<Waiter> waiter(TaskQuery query) {
        boolean satisfied = query.cursor() < transcript.end()
                || ending.isPresent()
                || query.patience().isZero();
        return satisfied ? Optional.empty() : Optional.of(waiters.add(transcript.end(), query.limit()));
    }

    private CompletableFuture<TaskReading> promise(Waiter waiter, Duration patience, TaskThreads.Timer timer) {
        Runnable alarm = timer.after(patience, () -> wake(waiter));
        var unused = waiter.promised().whenComplete((given, thrown) -> {
            alarm.run();
            leave(waiter);
        });
        return waiter.promised();
    }

    private synchronized void leave(Waiter waiter) {
        waiters.remove(waiter);
    }

    private void wake(Waiter waiter) {
        waiter.promised().complete(reading(waiter.cursor(), waiter.limit()));
    }

    private TaskReading reading(long cursor, int limit) {
        Transcript.Cut cut;
        TaskState state;
        synchronized (this) {
            cut = transcript.cut(cursor, limit);
            state = state();
        }
        return new TaskReading(state, cut.piece());
    }

    /** @param ifNotBegun why it never began */
    private void end(Ending how, Throwable ifNotBegun) {
        runner.leave();
        job.slot().leave();
        if (!begun.completeExceptionally(ifNotBegun) && how.status() == TaskStatus.LOST) {
            LOG.log(Level.WARNING, "a task was lost: {0}", kind(ifNotBegun));
        }
        List<Waiter> woken;
        synchronized (this) {
            transcript.seal();
            ending = Optional.of(how);
            finishedAt = Optional.of(clock.instant());
            woken = waiters.release();
        }
        whenOver.accept(this);
        woken.forEach(this::wake);
        if (hasBegun()) {
            over.complete(state());
        }
    }

    /** Without its text, which is not ours (L8). */
    private static Object kind(Throwable thrown) {
        return thrown instanceof SandboxException known
                ? known.failure().situation()
                : thrown.getClass().getName();
    }

    /** TIMED_OUT when it takes longer. */
    static <T> T await(CompletableFuture<T> future, Duration patience) {
        try {
            return future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw SandboxException.of(Situation.TIMED_OUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException thrown) {
                throw thrown;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
