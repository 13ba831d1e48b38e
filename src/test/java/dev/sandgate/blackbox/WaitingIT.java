package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A call that takes its time: keep-alives, progress, cancellation in both eras (M10, E12, l2). */
class WaitingIT {

    private static final Duration SOON = Duration.ofSeconds(8);

    private static Box box;

    @BeforeAll
    static void create() {
        box = Box.create();
    }

    @AfterAll
    static void kill() {
        box.close();
    }

    @Test
    void longCall_isKeptAliveByCommentsAndEndsWithItsResponse() {
        for (var mcp : List.of(Mcp.modern(), Mcp.legacy())) {
            try (var live = mcp.open("run_command", "command", "sleep 3; echo done", "sandbox_id", box.id())) {
                var head = live.begun(Duration.ofMillis(2500));
                assertTrue(head.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream"));
                assertEquals(
                        "no", head.headers().firstValue("X-Accel-Buffering").orElse(""));
                live.next(":", Duration.ofMillis(2500));
                var response = live.message(SOON);
                assertEquals(
                        "done\n",
                        response.getJsonObject("result")
                                .getJsonObject("structuredContent")
                                .getString("stdout"));
                live.endsSilently(SOON);
            }
        }
    }

    @Test
    void clientOfJsonOnly_getsJsonHoweverLongItTakes() {
        var answer = Mcp.modern()
                .with("Accept", "application/json")
                .call("run_command", "command", "sleep 3; echo done", "sandbox_id", box.id());
        assertFalse(answer.isEventStream());
        assertEquals("done\n", answer.structured().getString("stdout"));
    }

    @Test
    void quickCall_isPlainJson() {
        assertFalse(box.ask("run_command", "command", "true").isEventStream());
    }

    @Test
    void progress_comesOnlyWithATokenWithItsTypeAndRises() {
        for (var mcp : List.of(Mcp.modern(), Mcp.legacy())) {
            for (var token : List.<Object>of("t-1", 17)) {
                var answer = sleeping(mcp, token);
                var notes = answer.notifications("notifications/progress");
                assertFalse(notes.isEmpty(), answer::toString);
                double last = -1;
                for (var note : notes) {
                    var params = note.getJsonObject("params");
                    assertEquals(Json.value(token), params.get("progressToken"));
                    double now = params.getJsonNumber("progress").doubleValue();
                    assertTrue(now > last, answer::toString);
                    last = now;
                }
                assertEquals(notes.size() + 1, answer.messages().size(), answer::toString);
            }
            var silent = mcp.call("run_command", "command", "sleep 2.5", "sandbox_id", box.id());
            assertEquals(1, silent.messages().size());
        }
    }

    /** M10: closing the response stream is the cancellation. */
    @Test
    void modern_closingTheStreamKillsTheProgram() {
        var mark = mark();
        var live = Mcp.modern().open("run_command", "command", "sleep " + mark, "sandbox_id", box.id());
        running(mark, true);
        live.begun(SOON);
        live.close();
        running(mark, false);
    }

    /** l2: a lost connection is no cancellation. */
    @Test
    void legacy_losingTheConnectionDoesNot() {
        var mark = mark();
        var live = Mcp.legacy()
                .open("run_command", "command", "sleep " + mark + "; touch survived", "sandbox_id", box.id());
        running(mark, true);
        live.begun(SOON);
        live.close();
        Eventually.holds("two keep-alives are due", Duration.ofSeconds(13), new Elapsed(Duration.ofSeconds(12))::over);
        running(mark, true);
        box.run("pkill -f '^sleep " + mark + "'");
        Eventually.holds(
                "the rest of the command runs", SOON, () -> box.stdout("ls").contains("survived"));
    }

    @Test
    void legacy_cancelledKillsTheProgramAndNothingIsAnswered() {
        var mcp = Mcp.legacy();
        var mark = mark();
        for (var id : List.<Object>of("to-cancel", 4711)) {
            var params = Json.object(
                    "name",
                    "run_command",
                    "arguments",
                    Json.object("command", "sleep " + mark, "sandbox_id", box.id()));
            try (var live = mcp.open(mcp.message("tools/call", params, id))) {
                running(mark, true);
                mcp.notify("notifications/cancelled", Json.object("requestId", id, "reason", "enough"))
                        .status(202);
                running(mark, false);
                live.endsSilently(SOON);
            }
        }
    }

    @Test
    void legacy_cancelOfAnotherSessionOrIdDoesNothing() {
        var mcp = Mcp.legacy();
        var mark = mark();
        var params = Json.object(
                "name", "run_command", "arguments", Json.object("command", "sleep " + mark, "sandbox_id", box.id()));
        try (var live = mcp.open(mcp.message("tools/call", params, 5))) {
            running(mark, true);
            live.begun(SOON);
            Mcp.legacy()
                    .notify("notifications/cancelled", Json.object("requestId", 5))
                    .status(202);
            mcp.notify("notifications/cancelled", Json.object("requestId", "5")).status(202);
            mcp.notify("notifications/cancelled", Json.object("requestId", 99)).status(202);
            running(mark, true);
            box.run("pkill -f '^sleep " + mark + "'");
            assertEquals(
                    143,
                    live.message(SOON)
                            .getJsonObject("result")
                            .getJsonObject("structuredContent")
                            .getInt("exit_code"));
        }
    }

    @Test
    void deleteOfASession_endsItsCalls() {
        var mcp = Mcp.legacy();
        var mark = mark();
        try (var live = mcp.open("run_command", "command", "sleep " + mark, "sandbox_id", box.id())) {
            running(mark, true);
            live.begun(SOON);
            mcp.delete().status(204);
            running(mark, false);
        }
    }

    /** While forty calls wait, others are answered as ever. */
    @Test
    void waitingCalls_holdNobodyUp() {
        var mark = mark();
        var waiting = new ArrayList<Live>();
        for (int i = 0; i < 40; i++) {
            waiting.add(Mcp.modern().open("run_command", "command", "sleep " + mark, "sandbox_id", box.id()));
        }
        Eventually.holds(
                "forty sleep",
                SOON,
                () -> box.stdout("pgrep -c -f '^sleep " + mark + "'").equals("40"));
        long began = System.nanoTime();
        Mcp.legacy().request("tools/list").result();
        Mcp.modern().call("list_sandboxes").structured();
        assertTrue(System.nanoTime() - began < SOON.toNanos());
        waiting.forEach(Live::close);
        running(mark, false);
    }

    private static Answer sleeping(Mcp mcp, Object token) {
        JsonObject params = Json.object(
                "name",
                "run_command",
                "arguments",
                Json.object("command", "sleep 3.5", "sandbox_id", box.id()),
                "_meta",
                Json.object("progressToken", token));
        return mcp.request("tools/call", params);
    }

    /** A sleep of its own length, to be found by it. */
    private static String mark() {
        return "1000." + Math.abs(UUID.randomUUID().getLeastSignificantBits() % 1_000_000_000);
    }

    private static void running(String mark, boolean expected) {
        Eventually.holds(
                "the program " + (expected ? "runs" : "is dead"),
                Duration.ofSeconds(15),
                () -> box.stdout("pgrep -c -f '^sleep " + mark + "'").equals("0") != expected);
    }

    /** A length of time that begins now. */
    private static final class Elapsed {
        private final long end;

        Elapsed(Duration length) {
            end = System.nanoTime() + length.toNanos();
        }

        boolean over() {
            return System.nanoTime() > end;
        }
    }
}
