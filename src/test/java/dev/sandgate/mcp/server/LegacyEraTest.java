package dev.sandgate.mcp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.mcp.jsonrpc.RpcError;
import dev.sandgate.sandbox.model.Caller;
import jakarta.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checklist E1–E15 and the contract's rules about sessions. */
class LegacyEraTest {
    private static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}";

    private final Lab lab = new Lab();

    @AfterEach
    void close() {
        lab.close();
    }

    @ParameterizedTest
    @CsvSource({
        "2025-11-25, 2025-11-25",
        "2025-06-18, 2025-06-18",
        "2025-03-26, 2025-11-25",
        "2026-07-28, 2025-11-25",
        "1999-01-01, 2025-11-25"
    })
    void initialize_negotiatesByTable_E5(String asked, String answered) {
        RecordingReply reply = lab.post(
                Map.of("MCP-Protocol-Version", "1999-01-01"),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"" + asked
                        + "\"}}");
        assertEquals(answered, reply.result().getString("protocolVersion"));
        assertTrue(reply.result().getJsonObject("capabilities").containsKey("tools"));
        assertTrue(reply.answer().headers().get("Mcp-Session-Id").matches("[\\x21-\\x7E]{32,}"));
    }

    @Test
    void initializeWithoutVersion_isInvalid_andMakesNoSession() {
        for (int i = 0; i < 10; i++) {
            lab.post(Map.of(), "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}")
                    .isError(200, RpcError.INVALID_PARAMS);
        }
        lab.initialize();
    }

    @Test
    void notification_isAcceptedWithoutBody_E3() {
        RecordingReply reply =
                lab.post(lab.initialize(), "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        assertEquals(Answer.empty(202), reply.answer());
    }

    @Test
    void response_isAcceptedWithoutBody_E3() {
        assertEquals(
                Answer.empty(202),
                lab.post(lab.initialize(), "{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}")
                        .answer());
    }

    @Test
    void batch_isInvalid_E9() {
        lab.post(lab.initialize(), "[" + LIST + "]").isError(400, RpcError.INVALID_REQUEST);
    }

    @Test
    void ping_isAnsweredByNothing_E13() {
        RecordingReply reply = lab.post(lab.initialize(), "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}");
        assertEquals(
                "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"result\":{}}", reply.body().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "1999-01-01", "x"})
    void unsupportedVersionHeader_is400_E6(String version) {
        Map<String, String> session = lab.initialize();
        lab.post(Map.of("Mcp-Session-Id", session.get("Mcp-Session-Id"), "mcp-protocol-version", version), LIST)
                .isError(400, RpcError.INVALID_REQUEST);
    }

    @Test
    void missingSession_is400_l1() {
        lab.post(Map.of(), LIST).isError(400, RpcError.INVALID_REQUEST);
    }

    @Test
    void unknownSession_is404_andTheToolDoesNotRun_E7() {
        lab.call(Map.of("Mcp-Session-Id", "nope"), "1", "who", "{}", "").isError(404, RpcError.INVALID_REQUEST);
    }

    @Test
    void endedSession_is404_andIsReleasedOnce() {
        Map<String, String> session = lab.initialize();
        assertEquals(204, lab.delete(session).status());
        assertEquals(404, lab.delete(session).status());
        lab.post(session, LIST).isError(404, RpcError.INVALID_REQUEST);
        assertEquals(List.of(new Caller("local", new Caller.Session(session.get("Mcp-Session-Id")))), lab.ended);
    }

    @Test
    void deleteWithoutSession_is400() {
        assertEquals(400, lab.delete(Map.of()).status());
    }

    @Test
    void idleSession_expires() {
        Map<String, String> session = lab.initialize();
        lab.pass(Duration.ofMinutes(59));
        lab.post(session, LIST);
        lab.pass(Duration.ofMinutes(59));
        assertEquals(200, lab.post(session, LIST).answer().status());
        lab.pass(Duration.ofMinutes(61));
        lab.post(session, LIST).isError(404, RpcError.INVALID_REQUEST);
        assertEquals(1, lab.ended.size());
    }

    @Test
    void sessionWithACallInFlight_isNotIdle() throws InterruptedException {
        Map<String, String> session = lab.initialize();
        RecordingReply reply = lab.call(session, "1", "hold", "{\"steps\":0}", "");
        lab.tools.hold.awaitRunning(1);
        lab.pass(Duration.ofMinutes(61));
        lab.tools.hold.letGo(1);
        assertEquals(200, reply.answer().status());
        assertEquals(List.of(), lab.ended);
    }

    @Test
    void tooManySessions_are503_untilOneExpires() {
        for (int i = 0; i < 3; i++) {
            lab.initialize();
        }
        String more =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\"}}";
        lab.post(Map.of(), more).isError(503, RpcError.INTERNAL_ERROR);
        lab.millis.addAndGet(Duration.ofHours(2).toMillis());
        assertEquals(200, lab.post(Map.of(), more).answer().status());
    }

    @Test
    void list_hasNothingOfTheModernEra() {
        JsonObject result = lab.post(lab.initialize(), LIST).result();
        assertEquals(List.of("tools"), List.copyOf(result.keySet()));
        assertEquals("who", result.getJsonArray("tools").getJsonObject(0).getString("name"));
    }

    @Test
    void unknownCursor_isInvalid_l8() {
        lab.post(
                        lab.initialize(),
                        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{\"cursor\":\"x\"}}")
                .isError(200, RpcError.INVALID_PARAMS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"logging/setLevel", "tasks/get", "prompts/list", "server/discover", "nonsense"})
    void methodsThatAreNotHere_areNotFound(String method) {
        lab.post(lab.initialize(), "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"" + method + "\"}")
                .isError(200, RpcError.METHOD_NOT_FOUND);
    }

    @Test
    void mcpHeadersAlone_doNotChooseTheEra() {
        lab.post(Map.of("Mcp-Method", "tools/list", "Mcp-Name", "x"), LIST).isError(400, RpcError.INVALID_REQUEST);
    }

    @Test
    void unknownTool_isInvalidParams_E11() {
        lab.call(lab.initialize(), "1", "nope", "{}", "").isError(200, RpcError.INVALID_PARAMS);
    }

    @Test
    void argumentsThatAreNoObject_areInvalidParams_E11() {
        lab.call(lab.initialize(), "1", "who", "[]", "").isError(200, RpcError.INVALID_PARAMS);
    }

    @Test
    void badArguments_areAToolError_E11() {
        JsonObject result =
                lab.call(lab.initialize(), "1", "hold", "{\"steps\":true}", "").result();
        assertTrue(result.getBoolean("isError"));
        assertFalse(result.toString().contains("true\""));
    }

    @Test
    void whatAToolThrows_isAToolError_withoutItsText() {
        JsonObject result = lab.call(lab.initialize(), "1", "break", "{}", "").result();
        assertTrue(result.getBoolean("isError"));
        assertFalse(result.toString().contains("secret"));
    }
}
