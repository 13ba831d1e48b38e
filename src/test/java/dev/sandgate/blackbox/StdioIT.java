package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** L9, L10: the STDIO side has the endpoint's schema and handler, and the end of input ends the session. */
class StdioIT {
    private static final Duration SOON = Duration.ofSeconds(15);

    @ParameterizedTest
    @ValueSource(strings = {"v1", "legacy", "auto", "2026-07-28"})
    void officialClients_doTheirDaysWork(String mode) {
        var ended = Node.script(
                Duration.ofMinutes(2), Map.of("URL", Server.mcp().toString()), "sdk.mjs", Stdio.JAR.toString(), mode);
        assertEquals(0, ended.exitCode(), ended::output);
    }

    @Test
    void tools_areTheSameAsOverHttp() {
        try (var stdio = bridge()) {
            stdio.initialize();
            stdio.request(1, "tools/list", Json.object());
            assertEquals(
                    Mcp.legacy().request("tools/list").result().getJsonArray("tools"),
                    stdio.hear().getJsonObject("result").getJsonArray("tools"));
        }
    }

    @Test
    void ping_isAnsweredWhileAToolRuns() {
        try (var stdio = bridge()) {
            stdio.initialize();
            stdio.call("slow", "run_command", "command", "while [ ! -e go ]; do sleep 0.1; done; echo went");
            stdio.request("ping", "ping", Json.object());
            assertEquals("ping", stdio.hear().getString("id"));
            stdio.call("go", "run_command", "command", "touch go");
            var first = stdio.hear();
            var second = stdio.hear();
            var slow = first.getString("id").equals("slow") ? first : second;
            assertEquals("went\n", structured(slow).getString("stdout"));
        }
    }

    @Test
    void progress_comesBeforeTheAnswer() {
        try (var stdio = bridge()) {
            stdio.initialize();
            stdio.request(
                    1,
                    "tools/call",
                    Json.object(
                            "name",
                            "run_command",
                            "arguments",
                            Json.object("command", "sleep 2"),
                            "_meta",
                            Json.object("progressToken", "p")));
            assertEquals("notifications/progress", stdio.hear().getString("method"));
            JsonObject last = stdio.hear();
            while (last.containsKey("method")) {
                last = stdio.hear();
            }
            assertEquals(0, structured(last).getInt("exit_code"));
        }
    }

    /** L10. */
    @Test
    void endOfInput_destroysWhatTheSessionOwns() {
        String id;
        try (var stdio = bridge()) {
            stdio.initialize();
            stdio.call(1, "create_sandbox", "timeout", 600);
            id = structured(stdio.hear()).getString("sandbox_id");
            assertEquals(0, stdio.end());
        }
        Eventually.holds("the sandbox ends", SOON, () -> isGone(id));
    }

    @Test
    void termination_endsTheSessionToo() {
        String id;
        try (var stdio = bridge()) {
            stdio.initialize();
            stdio.call(1, "create_sandbox", "timeout", 600);
            id = structured(stdio.hear()).getString("sandbox_id");
            stdio.terminate();
        }
        Eventually.holds("the sandbox ends", SOON, () -> isGone(id));
    }

    @Test
    void endOfInput_leavesTheLastAnswerItsTime() {
        try (var stdio = bridge()) {
            stdio.initialize();
            stdio.call(1, "run_command", "command", "echo last");
            assertEquals(0, stdio.end());
            assertEquals("last\n", structured(stdio.hear()).getString("stdout"));
        }
    }

    @Test
    void cancelledCall_getsNoAnswerAndEndsItsCommand() {
        try (var stdio = bridge()) {
            stdio.initialize();
            var mark = "4000." + Math.abs(UUID.randomUUID().getMostSignificantBits() % 1_000_000);
            stdio.call("slow", "run_command", "command", "sleep " + mark);
            Eventually.holds(
                    "it runs",
                    SOON,
                    () -> !HostProcesses.saying("sleep " + mark).isEmpty());
            stdio.say(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"slow\"}}");
            Eventually.holds(
                    "it ends", SOON, () -> HostProcesses.saying("sleep " + mark).isEmpty());
            stdio.request("ping", "ping", Json.object());
            assertEquals("ping", stdio.hear().getString("id"));
        }
    }

    /** In the stateless era the bridge closes the stream, which is what a cancellation is over HTTP (M10). */
    @Test
    void cancelledStatelessCall_endsItsCommand() {
        try (var stdio = bridge();
                var box = Box.create()) {
            var mark = "5000." + Math.abs(UUID.randomUUID().getMostSignificantBits() % 1_000_000);
            stdio.request(
                    7,
                    "tools/call",
                    Json.object(
                            "name",
                            "run_command",
                            "arguments",
                            Json.object("command", "sleep " + mark, "sandbox_id", box.id()),
                            "_meta",
                            modernMeta()));
            Eventually.holds(
                    "it runs",
                    SOON,
                    () -> !HostProcesses.saying("sleep " + mark).isEmpty());
            stdio.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}");
            Eventually.holds(
                    "it ends", SOON, () -> HostProcesses.saying("sleep " + mark).isEmpty());
        }
    }

    @Test
    void whatIsNoRequest_isAnsweredByTheServer() {
        try (var stdio = bridge()) {
            stdio.say("{nonsense");
            assertEquals(-32700, error(stdio.hear()).getInt("code"));
            stdio.say("[]");
            assertEquals(-32600, error(stdio.hear()).getInt("code"));
            stdio.say("");
            stdio.say("{\"jsonrpc\":\"2.0\",\"id\":\"ü\",\"method\":\"tools/list\"}");
            assertEquals(-32600, error(stdio.hear()).getInt("code"));
        }
    }

    @Test
    void hugeLine_isRefusedAndTheNextOneServed() {
        try (var stdio = bridge()) {
            stdio.initialize();
            stdio.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + "x".repeat(17 << 20) + "\"}");
            assertEquals(-32600, error(stdio.hear()).getInt("code"));
            stdio.request(2, "ping", Json.object());
            assertEquals(2, stdio.hear().getInt("id"));
        }
    }

    @Test
    void serverThatIsNotThere_isAnErrorForEveryRequest() {
        try (var stdio = Stdio.to("http://127.0.0.1:1/mcp")) {
            stdio.request(1, "initialize", Json.object());
            var error = stdio.hear();
            assertEquals(1, error.getInt("id"));
            assertEquals(-32603, error(error).getInt("code"));
            assertFalse(error.toString().contains("127.0.0.1"), error::toString);
            assertEquals(0, stdio.end());
            assertFalse(stdio.errors().contains("initialize"), stdio::errors);
        }
    }

    private static Stdio bridge() {
        return Stdio.to(Server.mcp().toString());
    }

    private static JsonObject modernMeta() {
        return Json.object(
                "io.modelcontextprotocol/protocolVersion",
                "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities",
                Json.object());
    }

    private static JsonObject structured(JsonObject answer) {
        assertTrue(answer.containsKey("result"), answer::toString);
        return answer.getJsonObject("result").getJsonObject("structuredContent");
    }

    private static JsonObject error(JsonObject answer) {
        assertTrue(answer.containsKey("error"), answer::toString);
        return answer.getJsonObject("error");
    }

    private static boolean isGone(String id) {
        return Mcp.modern().call("get_sandbox", "sandbox_id", id).result().getBoolean("isError", false);
    }
}
