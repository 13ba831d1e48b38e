package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code start_task}, {@code get_task}, {@code cancel_task} (L1, L11). Cases 26, 27, 29 and 30. */
class TasksIT {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static Box box;

    @BeforeAll
    static void create() {
        box = Box.create();
    }

    @AfterAll
    static void kill() {
        box.close();
    }

    /** Case 26. */
    @Test
    void clientThatLeavesMidway_changesNothingAboutTheTask() {
        var mcp = Mcp.modern();
        var id = start("echo begun; until [ -e go-26 ]; do sleep 0.05; done; echo ended; exit 7");
        var first = mcp.call("get_task", "task_id", id, "wait", 20).structured();
        assertEquals("begun\n", first.getString("output"));
        try (var live = mcp.open("get_task", "task_id", id, "wait", 50, "cursor", 6)) {
            live.begun(SOON); // the answer waits; the client goes
        }

        var after = mcp.call("get_task", "task_id", id).structured();
        assertEquals("running", after.getString("status"));
        assertTrue(after.isNull("exit_code") && after.isNull("finished_at"), after::toString);

        box.run("touch go-26");
        var last = end(mcp, id);
        assertEquals("exited", last.getString("status"));
        assertEquals(7, last.getInt("exit_code"));
        assertFalse(Instant.parse(last.getString("finished_at")).isBefore(Instant.parse(last.getString("started_at"))));
        assertEquals("begun\nended\n", output(mcp, id, 0));
    }

    /** Case 27, shortened. */
    @Test
    void reconnectFromANewSession_losesAndDoublesNoLine() {
        var lines = 60;
        var id = start("for i in $(seq " + lines + "); do echo line $i; sleep 0.05; done");
        var one = Mcp.legacy();
        var read = new StringBuilder();
        long cursor = 0;
        while (cursor < 100) {
            var seen = one.call("get_task", "task_id", id, "cursor", cursor, "wait", 20)
                    .structured();
            assertEquals("running", seen.getString("status"));
            read.append(seen.getString("output"));
            cursor = next(seen);
        }
        one.delete().status(204);

        read.append(output(Mcp.legacy(), id, cursor));

        var expected = IntStream.rangeClosed(1, lines)
                .mapToObj(i -> "line " + i + "\n")
                .collect(Collectors.joining());
        assertEquals(expected, read.toString());
    }

    @Test
    void task_outlivesTheSessionThatStartedIt_inAnothersSandbox() {
        var session = Mcp.legacy();
        var id = session.call("start_task", "command", "sleep 0.5; echo late", "sandbox_id", box.id())
                .structured()
                .getString("task_id");
        session.delete().status(204);
        assertEquals("late\n", output(Mcp.modern(), id, 0));
    }

    /** Both eras, both ways round. */
    @Test
    void task_isTheSameInBothEras() {
        var modern = Mcp.modern();
        var legacy = Mcp.legacy();
        for (var starter : List.of(modern, legacy)) {
            var started = starter.call("start_task", "command", "echo x; exit 3", "sandbox_id", box.id())
                    .structured();
            assertEquals(box.id(), started.getString("sandbox_id"));
            var id = started.getString("task_id");
            var seen = end(modern, id);
            assertEquals(3, seen.getInt("exit_code"));
            assertEquals(
                    modern.call("get_task", "task_id", id).structured(),
                    legacy.call("get_task", "task_id", id).structured());
        }
    }

    @Test
    void sessionsDefault_isMadeForATask_andEndsWithTheSession() {
        var session = Mcp.legacy();
        var started =
                session.call("start_task", "command", "echo here; sleep 100").structured();
        assertEquals(
                started.getString("sandbox_id"),
                session.call("get_sandbox").structured().getString("sandbox_id"));
        session.delete().status(204);
        var last = end(Mcp.modern(), started.getString("task_id"));
        assertEquals("cancelled", last.getString("status"));
        assertTrue(last.isNull("exit_code"));
    }

    @Test
    void killOfTheSandbox_endsItsTasksAndTheirOutputStays() {
        var mcp = Mcp.modern();
        var own = Box.create();
        var id = own.of("start_task", "command", "echo x; sleep 100").getString("task_id");
        mcp.call("get_task", "task_id", id, "wait", 20).structured();
        var waiting = mcp.callLater("get_task", "task_id", id, "cursor", 2, "wait", 50);
        own.close();
        var last = waiting.orTimeout(10, TimeUnit.SECONDS).join().structured();
        assertEquals("cancelled", last.getString("status"));
        assertEquals("x\n", mcp.call("get_task", "task_id", id).structured().getString("output"));
    }

    @Test
    void cancel_killsTheWholeGroup() {
        var mcp = Mcp.modern();
        var id = start("echo up; sleep 4321 & sleep 4322 & wait");
        mcp.call("get_task", "task_id", id, "wait", 20).structured();
        var ended = assertTimeout(
                Duration.ofSeconds(5),
                () -> mcp.call("cancel_task", "task_id", id).structured());
        assertEquals("cancelled", ended.getString("status"));
        assertTrue(ended.getBoolean("success"));
        // killed, but the kernel may still be at it
        Eventually.holds(
                "nothing is left",
                SOON,
                () -> box.stdout("pgrep -f 'sleep 432[12]'").isEmpty());
        assertEquals(ended, mcp.call("cancel_task", "task_id", id).structured());
    }

    @Test
    void timeout_killsTheTask() {
        var id = box.of("start_task", "command", "echo serving; sleep 4323", "timeout", 1)
                .getString("task_id");
        var last = end(Mcp.modern(), id);
        assertEquals("timed_out", last.getString("status"));
        assertTrue(last.isNull("exit_code"));
        Eventually.holds(
                "nothing is left",
                SOON,
                () -> box.stdout("pgrep -f 'sleep 432[3]'").isEmpty());
    }

    @Test
    void programKilledBySignal_has128More() {
        assertEquals(137, end(Mcp.modern(), start("kill -9 $$")).getInt("exit_code"));
    }

    @Test
    void missingCwd_isNamedByTheStart() {
        assertEquals(
                "cwd",
                box.ask("start_task", "command", "true", "cwd", "no/such")
                        .failure("invalid_parameter")
                        .getString("field"));
    }

    @Test
    void group_holdsTheThreeTools() {
        var names = Mcp.modern().tools("task").request("tools/list").result().getJsonArray("tools").stream()
                .map(tool -> tool.asJsonObject().getString("name"))
                .collect(Collectors.toSet());
        assertEquals(Set.of("start_task", "get_task", "cancel_task"), names);
    }

    @Test
    void unknownTask_isNotFound() {
        for (var tool : List.of("get_task", "cancel_task")) {
            var error = Mcp.modern().call(tool, "task_id", "no-such-task").failure("not_found");
            assertEquals("SANDBOX_FAILED_OPERATION", error.getString("code"));
            assertEquals("task_id", error.getString("field"));
        }
    }

    /** Case 30. */
    @Test
    void charactersPrintedInHalves_areWhole() {
        var mcp = Mcp.modern();
        assertEquals("☕".repeat(100_000), output(mcp, start("python3 -c 'print(\"☕\" * 100000, end=\"\")'"), 0));
        var id = start("printf '\\303'; sleep 0.05; printf '\\251'");
        assertEquals("é", output(mcp, id, 0));
    }

    /** How soon an answer comes after what it waits for was printed. */
    @Test
    void wait_isAnsweredAtOnce() {
        var mcp = Mcp.modern();
        var id = start("for i in $(seq 40); do sleep 0.05; date +%s%N; done; sleep 100");
        List<Long> delays = new ArrayList<>();
        long cursor = 0;
        while (delays.size() < 40) {
            var seen = mcp.call("get_task", "task_id", id, "cursor", cursor, "wait", 20)
                    .structured();
            var now = Instant.now();
            cursor = next(seen);
            for (var line : seen.getString("output").lines().toList()) {
                long printed = Long.parseLong(line);
                delays.add(TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + now.getNano() / 1000 - printed / 1000);
            }
        }
        mcp.call("cancel_task", "task_id", id).structured();
        delays.sort(null);
        System.out.println("get_task answers after printing: median " + delays.get(20) / 1000.0 + " ms, worst of 40 "
                + delays.get(39) / 1000.0 + " ms");
        assertTrue(delays.get(20) < 20_000, () -> "median " + delays.get(20) + " µs");
    }

    /** Case 29: a flood stays bounded, and the server answers others meanwhile. */
    @Test
    void flood_isBoundedAndCounted() {
        var mcp = Mcp.modern();
        var id = start("yes");
        Eventually.holds("more is printed than is kept", SOON, () -> {
            var seen = mcp.call("get_task", "task_id", id, "limit", 10).structured();
            return seen.getJsonNumber("dropped_bytes").longValue() > 0;
        });
        assertTimeout(
                Duration.ofSeconds(5),
                () -> assertEquals("other\n", box.run("echo other").getString("stdout")));
        long cursor = 0;
        for (int i = 0; i < 20; i++) {
            var seen = mcp.call("get_task", "task_id", id, "cursor", cursor, "limit", 1_048_576)
                    .structured();
            var output = seen.getString("output");
            long dropped = seen.getJsonNumber("dropped_bytes").longValue();
            assertEquals(cursor + dropped + output.length(), next(seen));
            assertTrue(output.replace("y\n", "").length() <= 1, "only y and line ends");
            cursor = next(seen);
        }
        assertEquals(
                "cancelled", mcp.call("cancel_task", "task_id", id).structured().getString("status"));
    }

    /** One thread each for those that run, none for those that wait; requests are served meanwhile. */
    @Test
    void manyTasksAndWaiters_holdUpNobody() {
        var mcp = Mcp.modern();
        try (var other = Box.create()) {
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                ids.add((i % 2 == 0 ? box : other)
                        .of("start_task", "command", "until [ -e /tmp/go-60 ]; do sleep 0.2; done")
                        .getString("task_id"));
            }
            List<CompletableFuture<Answer>> waiting = ids.stream()
                    .map(id -> mcp.callLater("get_task", "task_id", id, "wait", 50))
                    .toList();
            assertTimeout(
                    Duration.ofSeconds(2), () -> mcp.call("list_sandboxes").structured());
            box.run("touch /tmp/go-60");
            other.run("touch /tmp/go-60");
            for (var each : waiting) {
                var seen = each.orTimeout(20, TimeUnit.SECONDS).join().structured();
                assertEquals(0, seen.getInt("exit_code"));
            }
        }
    }

    private static String start(String command) {
        return box.of("start_task", "command", command).getString("task_id");
    }

    private static long next(JsonObject seen) {
        return seen.getJsonNumber("next_cursor").longValue();
    }

    /** The task when it has ended. */
    private static JsonObject end(Mcp mcp, String id) {
        long cursor = 0;
        while (true) {
            var seen = mcp.call("get_task", "task_id", id, "cursor", cursor, "wait", 20)
                    .structured();
            cursor = next(seen);
            if (!seen.getString("status").equals("running")) {
                return seen;
            }
        }
    }

    /** From the cursor to the end, as a client reads it. */
    private static String output(Mcp mcp, String id, long from) {
        var output = new StringBuilder();
        long cursor = from;
        while (true) {
            var seen = mcp.call("get_task", "task_id", id, "cursor", cursor, "wait", 20)
                    .structured();
            assertEquals(0, seen.getInt("dropped_bytes"));
            output.append(seen.getString("output"));
            cursor = next(seen);
            if (!seen.getBoolean("more") && !seen.getString("status").equals("running")) {
                return output.toString();
            }
        }
    }
}
