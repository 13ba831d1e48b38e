package dev.sandgate.sandbox.task;

import static dev.sandgate.sandbox.conversation.House.failure;
import static dev.sandgate.sandbox.task.TaskRoom.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.conversation.ManualAlarms;
import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.model.TaskId;
import dev.sandgate.sandbox.model.TaskStatus;
import dev.sandgate.sandbox.port.ManualClock;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Commands that outlive their request (L1, case 26). */
class TasksTest {
    private static final Duration NOW = Duration.ZERO;
    private static final Duration LONG = Duration.ofSeconds(50);

    private final ManualClock clock = ManualClock.at("2026-12-01T10:00:00Z");
    private final ManualAlarms alarms = new ManualAlarms(clock);
    private TaskRoom room = TaskRoom.of(clock, alarms);

    @AfterEach
    void close() {
        room.close();
    }

    @Test
    void startedTask_isRunningWithoutExitCode() {
        var state = start(ScriptedProgram.running());

        assertEquals(TaskStatus.RUNNING, state.status());
        assertEquals(Optional.empty(), state.exitCode());
        assertEquals(Optional.empty(), state.finishedAt());
        assertEquals(clock.instant(), state.startedAt());
        assertTrue(state.id().value().matches("[A-Za-z0-9]{24}"));
    }

    /** Case 26. */
    @Test
    void exitCode_isTheProgramsOwn_andNullBefore() {
        var program = ScriptedProgram.running();
        var id = start(program).id();
        program.prints("half");
        assertEquals(Optional.empty(), read(id, 0).state().exitCode());
        clock.advance(Duration.ofSeconds(3));
        program.exits(7);

        var last = await(read(id, 4, LONG));

        assertEquals(TaskStatus.EXITED, last.state().status());
        assertEquals(Optional.of(7), last.state().exitCode());
        assertEquals(Optional.of(clock.instant()), last.state().finishedAt());
        assertEquals("half", read(id, 0).piece().text());
        assertTrue(program.closed());
    }

    @Test
    void everyOtherEnd_hasItsStatusAndNoExitCode() {
        assertEquals(TaskStatus.TIMED_OUT, endOf(ScriptedProgram::runsOutOfTime));
        assertEquals(
                TaskStatus.CANCELLED,
                endOf(program -> program.fails(SandboxException.of(Situation.SANDBOX_NOT_FOUND))));
        assertEquals(
                TaskStatus.LOST, endOf(program -> program.fails(SandboxException.of(Situation.PROVIDER_UNAVAILABLE))));
        assertEquals(TaskStatus.LOST, endOf(program -> program.fails(new IllegalStateException("secret"))));
    }

    @Test
    void failureBeforeTheStart_isTheStartsOwn() {
        room = reopened(new TaskSettings(1, 1, 4096, 0, LONG, 1));
        var program = new ScriptedProgram();
        program.fails(SandboxException.badArgument("cwd"));

        assertEquals(Situation.BAD_ARGUMENT, failure(() -> start(program)));
        assertEquals(
                Situation.SANDBOX_NOT_FOUND,
                failure(() -> room.tasks.start(order("s"), () -> {
                    throw SandboxException.of(Situation.SANDBOX_NOT_FOUND);
                })));
        var without = new ScriptedProgram();
        without.exits(0);
        assertThrows(IllegalStateException.class, () -> start(without));
        assertEquals(TaskStatus.RUNNING, start(ScriptedProgram.running()).status(), "its place is free again");
    }

    @Test
    void startThatDoesNotHappen_isGivenUp() {
        var job = new Job(order("s"), ScriptedProgram::new, () -> {});
        var over = new CompletableFuture<Task>();
        var task = new Task(
                new TaskId("t"),
                job,
                new Transcript(new Spool(4096, new Memory(0, () -> false))),
                clock,
                over::complete);
        var thread = new Thread(task);
        thread.start();

        assertEquals(Situation.TIMED_OUT, failure(() -> task.awaitBegin(Duration.ofMillis(20))));
        assertSame(task, await(over));
        assertFalse(task.hasBegun());
    }

    @Test
    void interruptedStarter_leavesNothingRunning() throws InterruptedException {
        room = reopened(new TaskSettings(1, 1, 4096, 0, LONG, 1));
        var thrown = new CompletableFuture<Class<?>>();
        var starter = new Thread(() -> {
            try {
                start(new ScriptedProgram());
            } catch (RuntimeException e) {
                thrown.complete(e.getClass());
            }
        });
        starter.start();
        starter.interrupt();

        assertEquals(java.util.concurrent.CancellationException.class, await(thrown));
        starter.join();
        awaitPlace();
    }

    @Test
    void limits_areOfAllAndOfEachSandbox() {
        room = reopened(new TaskSettings(3, 2, 4096, 0, LONG, 10));
        var first = ScriptedProgram.running();
        var id = startIn("a", first).id();
        startIn("a", ScriptedProgram.running());

        assertEquals("sandgate.task.max-per-sandbox", limitOf("a"));
        startIn("b", ScriptedProgram.running());
        assertEquals("sandgate.task.max", limitOf("c"));

        first.exits(0);
        await(read(id, 0, LONG));
        assertEquals(TaskStatus.RUNNING, startIn("a", ScriptedProgram.running()).status());
    }

    @Test
    void refusalOfTheContainer_isALimit() {
        var threads = new TaskThreads(
                task -> {
                    throw new RejectedExecutionException();
                },
                (delay, action) -> () -> {});
        var tasks = new Tasks(new TaskSettings(1, 1, 4096, 0, LONG, 1), threads, Clock.systemUTC());
        for (int i = 0; i < 3; i++) {
            var refused = assertThrows(SandboxException.class, () -> tasks.start(order("s"), ScriptedProgram::running));
            assertEquals(Situation.LIMIT_REACHED, refused.failure().situation());
        }
    }

    @Test
    void unknownAndForeignTasks_areTheSame() {
        var id = start(ScriptedProgram.running()).id();
        var query = new TaskQuery(0, 1, NOW);
        for (var attempt : List.<Runnable>of(
                () -> room.tasks.read("other", id, query),
                () -> room.tasks.cancel("other", id),
                () -> room.tasks.read(Caller.LOCAL_TENANT, new TaskId("nobody"), query))) {
            var known = assertThrows(SandboxException.class, attempt::run).failure();
            assertEquals(Situation.TASK_NOT_FOUND, known.situation());
            assertEquals(Optional.of("task_id"), known.field());
        }
    }

    @Test
    void endedTask_isForgottenAfterItsTime() {
        var id = ended("some output");
        clock.advance(Duration.ofMinutes(59));
        assertEquals("some output", read(id, 0).piece().text());
        var later = ended("more");
        clock.advance(Duration.ofMinutes(2));
        assertEquals(Situation.TASK_NOT_FOUND, failure(() -> read(id, 0)));
        assertEquals("more", read(later, 0).piece().text());
        clock.advance(Duration.ofHours(1));
        assertEquals(Situation.TASK_NOT_FOUND, failure(() -> read(later, 0)));
        assertEquals(0, alarms.waiting());
    }

    @Test
    void tooManyEndedTasks_areForgottenOldestFirst() {
        room = reopened(new TaskSettings(10, 10, 4096, 1 << 20, LONG, 2));
        var running = start(ScriptedProgram.running()).id();
        var ids = List.of(ended("1"), ended("2"), ended("3"));
        assertEquals(Situation.TASK_NOT_FOUND, failure(() -> read(ids.get(0), 0)));
        assertEquals("2", read(ids.get(1), 0).piece().text());
        assertEquals("3", read(ids.get(2), 0).piece().text());
        assertEquals(TaskStatus.RUNNING, read(running, 0).state().status());
    }

    @Test
    void memoryThatIsShort_isTakenFromTheOutputOfTheOldestEnded() {
        room = reopened(new TaskSettings(10, 10, 1 << 20, 100_000, LONG, 100));
        var old = ended("o".repeat(60_000));
        var program = ScriptedProgram.running();
        var id = start(program).id();
        program.prints("n".repeat(60_000));
        assertEquals(new OutputPiece("", 60_000, false, 60_000), read(old, 0).piece());
        assertEquals(Optional.of(0), read(old, 0).state().exitCode());
        assertEquals(60_000, read(id, 0).piece().text().length());
        program.prints("n".repeat(60_000));
        assertEquals(
                120_000, read(id, 0).piece().droppedBytes() + 65_536, "a running task keeps what there is room for");
    }

    @Test
    void waiter_isAnsweredByOutputPastItsCursorOnly() {
        var program = ScriptedProgram.running();
        var id = start(program).id();
        program.prints("abc");

        assertTrue(read(id, 0, LONG).isDone());
        var waiting = read(id, 3, LONG);
        assertFalse(waiting.isDone());
        program.prints((byte) 0xc3); // the first half of é
        assertFalse(waiting.isDone());
        program.prints((byte) 0xa9);

        assertEquals(new OutputPiece("é", 5, false, 0), await(waiting).piece());
        assertEquals(0, alarms.waiting(), "nobody waits for the end of its patience any more");
    }

    @Test
    void waiterWithACursorPastTheEnd_missesNothing() {
        var program = ScriptedProgram.running();
        var id = start(program).id();
        program.prints("abc");
        var waiting = read(id, 99, LONG);
        program.prints("d");
        assertEquals(new OutputPiece("d", 4, false, 0), await(waiting).piece());
    }

    @Test
    void patienceThatEnds_isAnEmptyAnswer() {
        var id = start(ScriptedProgram.running()).id();
        var waiting = read(id, 0, Duration.ofSeconds(5));
        clock.advance(Duration.ofSeconds(4));
        assertFalse(waiting.isDone());
        clock.advance(Duration.ofSeconds(1));
        assertEquals(new OutputPiece("", 0, false, 0), await(waiting).piece());
        assertEquals(TaskStatus.RUNNING, await(waiting).state().status());
    }

    @Test
    void cancelledWaiters_leaveNothingBehind() {
        var id = start(ScriptedProgram.running()).id();
        for (int i = 0; i < 3 * Waiters.MOST; i++) {
            assertTrue(read(id, 0, LONG).cancel(false));
        }
        assertEquals(0, alarms.waiting());
        for (int i = 0; i < Waiters.MOST; i++) {
            read(id, 0, LONG);
        }
        assertEquals(Situation.LIMIT_REACHED, failure(() -> read(id, 0, LONG)));
        assertEquals("", read(id, 0).piece().text(), "whoever does not wait is still answered");
    }

    @Test
    void twoHundredWaiters_holdNoThread() {
        var program = ScriptedProgram.running();
        var id = start(program).id();
        int before = Thread.activeCount();
        List<CompletableFuture<TaskReading>> waiting = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            waiting.add(read(id, 0, LONG));
        }
        assertEquals(before, Thread.activeCount());

        program.prints("x");

        waiting.forEach(each -> assertEquals("x", await(each).piece().text()));
    }

    @Test
    void cancelledTask_hasEndedWhenItIsSaid() {
        var program = ScriptedProgram.running();
        var id = start(program).id();
        program.prints("so far");

        var state = room.tasks.cancel(Caller.LOCAL_TENANT, id);

        assertEquals(TaskStatus.CANCELLED, state.status());
        assertEquals(Optional.empty(), state.exitCode());
        assertEquals(Optional.of(clock.instant()), state.finishedAt());
        assertEquals("so far", read(id, 0).piece().text());
        assertEquals(state, room.tasks.cancel(Caller.LOCAL_TENANT, id), "again is the same");
    }

    @Test
    void cancelOfAnEndedTask_changesNothing() {
        var id = ended("x");
        assertEquals(Optional.of(0), room.tasks.cancel(Caller.LOCAL_TENANT, id).exitCode());
        assertEquals(TaskStatus.EXITED, read(id, 0).state().status());
    }

    @RepeatedTest(100)
    void cancelThatRacesWithTheExit_neverFalsifiesIt() {
        var program = ScriptedProgram.running();
        var id = start(program).id();
        var exiting = CompletableFuture.runAsync(() -> program.exits(7));
        var state = room.tasks.cancel(Caller.LOCAL_TENANT, id);
        await(exiting);
        assertEquals(state.status() == TaskStatus.EXITED ? Optional.of(7) : Optional.empty(), state.exitCode());
        assertTrue(Set.of(TaskStatus.EXITED, TaskStatus.CANCELLED).contains(state.status()));
        assertEquals(state, read(id, 0).state());
    }

    @Test
    void threadOfACancelledTask_isNotInterruptedAfterwards() {
        var interrupted = new CompletableFuture<Boolean>();
        var threads = new TaskThreads(
                task -> new Thread(() -> {
                            task.run();
                            interrupted.complete(Thread.currentThread().isInterrupted());
                        })
                        .start(),
                (delay, action) -> () -> {});
        var tasks = new Tasks(TaskRoom.DEFAULTS, threads, clock);
        var id = tasks.start(order("s"), ScriptedProgram::running).id();
        tasks.cancel(Caller.LOCAL_TENANT, id);
        assertFalse(await(interrupted));
    }

    @Test
    void stop_endsAllAndStartsNone() {
        Set<TaskId> ids = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            ids.add(start(ScriptedProgram.running()).id());
        }
        assertEquals(20, ids.size());
        var waiting = read(ids.iterator().next(), 0, LONG);

        room.tasks.stop();

        ids.forEach(id -> assertEquals(TaskStatus.CANCELLED, read(id, 0).state().status()));
        assertEquals(TaskStatus.CANCELLED, await(waiting).state().status());
        assertEquals(Situation.LIMIT_REACHED, failure(() -> start(ScriptedProgram.running())));
    }

    private TaskRoom reopened(TaskSettings settings) {
        room.close();
        return TaskRoom.of(settings, clock, alarms);
    }

    private TaskState start(ScriptedProgram program) {
        return startIn("s", program);
    }

    private TaskState startIn(String sandbox, ScriptedProgram program) {
        return room.tasks.start(order(sandbox), () -> program);
    }

    private TaskId ended(String output) {
        var program = ScriptedProgram.running();
        var id = start(program).id();
        program.prints(output);
        program.exits(0);
        await(read(id, output.length(), LONG));
        return id;
    }

    private TaskStatus endOf(java.util.function.Consumer<ScriptedProgram> how) {
        var program = ScriptedProgram.running();
        var id = start(program).id();
        how.accept(program);
        var state = await(read(id, 0, LONG)).state();
        assertEquals(Optional.empty(), state.exitCode());
        assertTrue(state.finishedAt().isPresent());
        return state.status();
    }

    private String limitOf(String sandbox) {
        var refused = assertThrows(SandboxException.class, () -> startIn(sandbox, ScriptedProgram.running()));
        assertEquals(Situation.LIMIT_REACHED, refused.failure().situation());
        return refused.failure().subject().orElseThrow();
    }

    /** The task that was given up leaves its place on a thread of its own. */
    private void awaitPlace() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (true) {
            try {
                start(ScriptedProgram.running());
                return;
            } catch (SandboxException full) {
                assertTrue(System.nanoTime() < end, "its place is never free");
                Thread.onSpinWait();
            }
        }
    }

    private TaskReading read(TaskId id, long cursor) {
        var reading = read(id, cursor, NOW);
        assertTrue(reading.isDone());
        return reading.join();
    }

    private CompletableFuture<TaskReading> read(TaskId id, long cursor, Duration patience) {
        return room.tasks.read(Caller.LOCAL_TENANT, id, new TaskQuery(cursor, 65_536, patience));
    }

    private static <T> T await(CompletableFuture<T> future) {
        return future.orTimeout(20, TimeUnit.SECONDS).join();
    }
}
