package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Revisions 2025-11-25 and 2025-06-18 over the wire: E1–E13, sessions. Cases 13 and 41. */
class LegacyEraIT {

    @ParameterizedTest
    @CsvSource({
        "2025-11-25, 2025-11-25",
        "2025-06-18, 2025-06-18",
        "2025-03-26, 2025-11-25",
        "2024-11-05, 2025-11-25",
        "1999-01-01, 2025-11-25",
        "2099-01-01, 2025-11-25",
        "2026-07-28, 2025-11-25"
    })
    void initialize_answersWithASupportedVersion(String asked, String answered) {
        var result = Mcp.stranger().initialize(asked).result();
        assertEquals(answered, result.getString("protocolVersion"));
        assertTrue(result.getJsonObject("capabilities").containsKey("tools"));
        assertFalse(result.getJsonObject("serverInfo").getString("name").isBlank());
        assertFalse(result.containsKey("resultType"), "a modern member in a legacy result");
    }

    @Test
    void initialize_doesNotLookAtTheVersionHeader() {
        Mcp.stranger()
                .with("MCP-Protocol-Version", "1999-01-01")
                .initialize(Mcp.LEGACY)
                .result();
    }

    @Test
    void sessionIds_areLongVisibleAndNeverTheSame() {
        var first = Mcp.legacy().sessionId();
        var second = Mcp.legacy().sessionId();
        assertTrue(first.matches("[\\x21-\\x7E]{22,128}"), first);
        assertNotEquals(first, second);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1999-01-01", "2024-11-05", "nonsense"})
    void laterRequestsWithAnUnsupportedVersion_areRefused(String version) {
        Mcp.legacy().with("MCP-Protocol-Version", version).request("ping").status(400);
    }

    @Test
    void laterRequestsWithoutAVersion_areServed() {
        Mcp.legacy().without("MCP-Protocol-Version").request("tools/list").result();
    }

    @Test
    void requestWithoutASession_isRefusedAtOnce() {
        Mcp.stranger().request("tools/list").status(400);
        Mcp.stranger().call("create_sandbox").status(400);
    }

    @Test
    void unknownOrEndedSession_isNotFoundAndTheToolDoesNotRun() {
        int before = sandboxes();
        Mcp.stranger()
                .with("Mcp-Session-Id", "no-such-session")
                .call("create_sandbox")
                .status(404);
        var session = Mcp.legacy();
        session.delete().status(204);
        session.call("create_sandbox").status(404);
        session.request("tools/list").status(404);
        session.request("ping").status(404);
        assertEquals(before, sandboxes());
        Mcp.stranger().initialized().request("tools/list").result();
    }

    @Test
    void ping_answersAnEmptyObject() {
        assertTrue(Mcp.legacy().request("ping").result().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"no/such", "prompts/list", "resources/subscribe", "completion/complete", "server/discover"})
    void unknownMethod_isSaidInAnOrdinaryAnswer(String method) {
        var answer = Mcp.legacy().request(method);
        assertEquals(-32601, answer.response().getJsonObject("error").getInt("code"), answer::toString);
        assertEquals(200, answer.status());
    }

    @Test
    void batch_isAnInvalidRequest() {
        Mcp.legacy()
                .post("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]")
                .refused(400, -32600);
    }

    @Test
    void unknownTool_isAProtocolError_badValuesAreAToolError() {
        var mcp = Mcp.legacy();
        mcp.call("no_such_tool").refused(200, -32602);
        mcp.call("list_sandboxes", "limit", 0).failure("invalid_parameter");
    }

    @Test
    void toolsAreTheSameInBothEras() {
        var legacy = Mcp.legacy().request("tools/list").result();
        var modern = Mcp.modern().request("tools/list").result();
        assertEquals(modern.getJsonArray("tools"), legacy.getJsonArray("tools"));
        assertFalse(legacy.containsKey("ttlMs") || legacy.containsKey("resultType"), legacy::toString);
    }

    @Test
    void modernHeadersAlone_doNotChooseTheEra() {
        Mcp.legacy()
                .with("Mcp-Method", "tools/call")
                .with("Mcp-Name", "whatever")
                .request("tools/list")
                .result();
    }

    @Test
    void endOfASession_takesItsSandboxesAlong() {
        var session = Mcp.legacy();
        var made = session.call("create_sandbox").structured().getString("sandbox_id");
        var lazy = Mcp.legacy();
        var implied = lazy.call("run_command", "command", "true").structured().getString("sandbox_id");
        for (var client : List.of(session, lazy)) {
            client.delete().status(204);
        }
        for (var id : List.of(made, implied)) {
            Eventually.holds(
                    "it ends",
                    Duration.ofSeconds(5),
                    () -> Mcp.modern()
                            .call("get_sandbox", "sandbox_id", id)
                            .result()
                            .getBoolean("isError", false));
        }
    }

    /** Case 16. */
    @Test
    void endOfASession_leavesAloneWhatItOnlyLookedAt() {
        try (var box = Box.create()) {
            var session = Mcp.legacy();
            session.call("get_sandbox", "sandbox_id", box.id()).structured();
            session.call("run_command", "command", "true", "sandbox_id", box.id())
                    .structured();
            session.call("list_sandboxes").structured();
            session.call("get_sandbox").failure("not_found");
            session.delete().status(204);
            assertEquals("alive", box.stdout("echo alive"));
        }
    }

    @Test
    void conversationWithoutASession_isServed() {
        var mcp = Mcp.stranger().freshConversation().with("MCP-Protocol-Version", Mcp.LEGACY);
        var id = mcp.call("run_command", "command", "true").structured().getString("sandbox_id");
        assertEquals(id, mcp.call("kill_sandbox").structured().getString("sandbox_id"));
    }

    @Test
    void clientsWithUnknownCapabilities_areWelcome() {
        var params = Json.object(
                "protocolVersion",
                Mcp.LEGACY,
                "capabilities",
                Map.of("roots", Map.of("listChanged", true), "experimental", Map.of("x", Map.of())),
                "clientInfo",
                Map.of("name", "n", "version", "v", "title", "t"));
        Mcp.stranger().request("initialize", params).result();
    }

    private static int sandboxes() {
        return Mcp.modern()
                .call("list_sandboxes")
                .structured()
                .getJsonArray("sandboxes")
                .size();
    }
}
