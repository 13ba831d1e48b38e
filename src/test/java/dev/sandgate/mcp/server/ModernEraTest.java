package dev.sandgate.mcp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.mcp.jsonrpc.RpcError;
import jakarta.json.JsonObject;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checklist M1–M23. */
class ModernEraTest {
    private final Lab lab = new Lab();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void discover_saysWhatIsSpoken_M14_M15_M16() {
        JsonObject result = lab.modern("server/discover").result();
        assertEquals(
                "[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\"]",
                result.get("supportedVersions").toString());
        assertEquals("complete", result.getString("resultType"));
        assertTrue(result.getInt("ttlMs") >= 0);
        assertEquals("public", result.getString("cacheScope"));
        assertEquals(
                "sandgate",
                result.getJsonObject("_meta").getJsonObject(Meta.SERVER_INFO).getString("name"));
    }

    @Test
    void list_isCacheable_M16() {
        JsonObject result = lab.modern("tools/list").result();
        assertEquals(4, result.getJsonArray("tools").size());
        assertTrue(result.containsKey("ttlMs") && result.containsKey("cacheScope"));
    }

    @Test
    void sessionId_isIgnored_andNoneIsMinted_M1() {
        Map<String, String> headers = new TreeMap<>(Lab.modernHeaders("tools/list"));
        headers.put("Mcp-Session-Id", "nope");
        RecordingReply reply = lab.post(
                headers,
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{" + Lab.MODERN_META + "}}}");
        assertEquals(200, reply.answer().status());
        assertEquals(Map.of(), reply.answer().headers());
        assertEquals(405, lab.delete(headers).status());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"initialize", "ping", "logging/setLevel", "resources/subscribe", "subscriptions/listen", "x"})
    void methodsThatAreNotHere_are404_M8(String method) {
        lab.modern(method).isError(404, RpcError.METHOD_NOT_FOUND);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, tools/call, who",
                "2026-07-28, -, who",
                "2026-07-28, tools/call, -",
                "2025-11-25, tools/call, who",
                "2026-07-28, TOOLS/CALL, who",
                "2026-07-28, tools/list, who",
                "2026-07-28, tools/call, Who",
                "2026-07-28, tools/call, =?base64?!?=",
                "2026-07-28, tools/call, =?base64?eA==?="
            })
    void headersMissingOrDifferent_areMismatches_M5(String version, String method, String name) {
        Map<String, String> headers = new TreeMap<>();
        putIfGiven(headers, "MCP-Protocol-Version", version);
        putIfGiven(headers, "Mcp-Method", method);
        putIfGiven(headers, "Mcp-Name", name);
        lab.post(headers, call("who")).isError(400, Envelope.HEADER_MISMATCH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"who", "  who\t", "=?base64?d2hv?="})
    void nameHeader_isTrimmedAndDecoded_M5(String name) {
        Map<String, String> headers = new TreeMap<>(Lab.modernHeaders("tools/call"));
        headers.put("mcp-name", name);
        assertEquals(200, lab.post(headers, call("who")).answer().status());
    }

    @Test
    void methodHeader_isDecoded_M5() {
        Map<String, String> headers = new TreeMap<>(Lab.modernHeaders("=?base64?dG9vbHMvY2FsbA==?="));
        headers.put("Mcp-Name", "who");
        assertEquals(200, lab.post(headers, call("who")).answer().status());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"_meta\":{}",
                "\"_meta\":7",
                "\"_meta\":{\"io.modelcontextprotocol/clientCapabilities\":{}}",
                "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}",
                "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":7,\"io.modelcontextprotocol/clientCapabilities\":{}}"
            })
    void envelopeMissing_isInvalid_M6(String meta) {
        lab.post(
                        Lab.modernHeaders("tools/list"),
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{" + meta + "}}")
                .isError(400, RpcError.INVALID_PARAMS);
    }

    @Test
    void unsupportedVersion_saysWhatIsSpoken_M7() {
        RecordingReply reply = lab.post(
                Map.of("MCP-Protocol-Version", "2027-01-01", "Mcp-Method", "tools/list"),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{"
                        + Lab.MODERN_META.replace("2026-07-28", "2027-01-01") + "}}}");
        reply.isError(400, Envelope.UNSUPPORTED_VERSION);
        JsonObject data = reply.body().getJsonObject("error").getJsonObject("data");
        assertEquals("2027-01-01", data.getString("requested"));
        assertEquals("2026-07-28", data.getJsonArray("supported").getString(0));
    }

    @Test
    void notification_isAcceptedWithoutBody_M3() {
        assertEquals(
                Answer.empty(202),
                lab.post(
                                Map.of("MCP-Protocol-Version", "2026-07-28"),
                                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}")
                        .answer());
    }

    @Test
    void response_isInvalid_M3() {
        lab.post(Map.of("MCP-Protocol-Version", "2026-07-28"), "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")
                .isError(400, RpcError.INVALID_REQUEST);
    }

    @Test
    void callWithoutConversation_isStateless() {
        assertEquals("Stateless[]", scope(lab.modernCall("who", "{}", Map.of())));
    }

    @Test
    void unknownTool_isInvalidParams() {
        lab.modernCall("nope", "{}", Map.of()).isError(200, RpcError.INVALID_PARAMS);
    }

    static String scope(RecordingReply reply) {
        return reply.result().getJsonObject("structuredContent").getString("scope");
    }

    private static String call(String tool) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool + "\","
                + Lab.MODERN_META + "}}}";
    }

    private static void putIfGiven(Map<String, String> headers, String name, String value) {
        if (value != null) {
            headers.put(name, value);
        }
    }
}
