package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Revision 2026-07-28 over the wire: M1–M18. Case 14. */
class ModernEraIT {

    private static final String META = "io.modelcontextprotocol/";

    private final Mcp mcp = Mcp.modern();

    @Test
    void discover_tellsVersionsCapabilitiesAndCaching() {
        var result = mcp.request("server/discover").result();
        var versions = result.getJsonArray("supportedVersions").getValuesAs(JsonString::getString);
        assertTrue(versions.contains(Mcp.MODERN), versions::toString);
        assertTrue(result.getJsonObject("capabilities").containsKey("tools"), result::toString);
        assertTrue(result.getInt("ttlMs") >= 0);
        assertTrue(List.of("public", "private").contains(result.getString("cacheScope")));
    }

    @Test
    void everyResult_isTypedAndSignedByTheServer() {
        for (var answer :
                List.of(mcp.request("server/discover"), mcp.request("tools/list"), mcp.call("list_sandboxes"))) {
            var result = answer.result();
            assertEquals("complete", result.getString("resultType"));
            var info = result.getJsonObject("_meta").getJsonObject(META + "serverInfo");
            assertFalse(info.getString("name").isBlank());
            assertFalse(info.getString("version").isBlank());
        }
    }

    @Test
    void toolsList_mayBeCachedAndDoesNotDependOnTheConnection() {
        var first = mcp.request("tools/list").result();
        assertTrue(first.getInt("ttlMs") >= 0);
        assertTrue(List.of("public", "private").contains(first.getString("cacheScope")));
        var second = mcp.freshConversation().request("tools/list").result();
        assertEquals(first.getJsonArray("tools"), second.getJsonArray("tools"));
    }

    @Test
    void sessionIds_areNeitherMintedNorLookedAt() {
        var answer = mcp.with("Mcp-Session-Id", "no-such-session")
                .with("Last-Event-ID", "7")
                .request("tools/list");
        answer.result();
        assertTrue(answer.header("Mcp-Session-Id").isEmpty());
    }

    @Test
    void versionHeader_mustBeThereAndAgree() {
        mcp.without("MCP-Protocol-Version").request("tools/list").refused(400, -32020);
        mcp.with("MCP-Protocol-Version", "2025-11-25").request("tools/list").refused(400, -32020);
    }

    @Test
    void methodHeader_mustBeThereAndAgree() {
        var list = mcp.message("tools/list", JsonValue.EMPTY_JSON_OBJECT, 1).toString();
        mcp.post(list).refused(400, -32020);
        for (var wrong : List.of("tools/call", "Tools/List", "tools/list, tools/list")) {
            mcp.with("Mcp-Method", wrong).post(list).refused(400, -32020);
        }
        mcp.with("mcp-method", "  tools/list ").post(list).result();
    }

    @Test
    void nameHeader_mustBeThereAndAgree() {
        var params = Json.object("name", "list_sandboxes", "arguments", Map.of());
        var call = mcp.message("tools/call", params, 1).toString();
        var half = mcp.with("Mcp-Method", "tools/call");
        half.post(call).refused(400, -32020);
        for (var wrong : List.of("kill_sandbox", "List_Sandboxes", base64("kill_sandbox"), "=?base64?!?=")) {
            half.with("Mcp-Name", wrong).post(call).refused(400, -32020);
        }
        half.with("Mcp-Name", base64("list_sandboxes")).post(call).result();
    }

    @Test
    void meta_mustNameVersionAndCapabilities() {
        mcp.withMeta(META + "clientCapabilities", null).request("tools/list").refused(400, -32602);
        mcp.withMeta(META + "clientInfo", null).request("tools/list").result();
        mcp.withMeta(META + "clientCapabilities", "none").request("tools/list").refused(400, -32602);
        mcp.withMeta(META + "protocolVersion", 7).request("tools/list").refused(400, -32602);
    }

    @Test
    void headerOfTheModernEraWithoutMeta_isRefused() {
        var message = Json.object("jsonrpc", "2.0", "id", 1, "method", "tools/list", "params", Map.of());
        mcp.with("Mcp-Method", "tools/list").post(message.toString()).refused(400, -32602);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2027-01-01", "1999-01-01", "2025-11-25", "nonsense"})
    void versionThatIsNotSupported_isToldWhichAre(String version) {
        var data = mcp.withMeta(META + "protocolVersion", version)
                .with("MCP-Protocol-Version", version)
                .request("tools/list")
                .refused(400, -32022)
                .getJsonObject("data");
        assertEquals(version, data.getString("requested"));
        assertTrue(data.getJsonArray("supported").contains(Json.value(Mcp.MODERN)), data::toString);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "initialize",
                "ping",
                "logging/setLevel",
                "resources/subscribe",
                "no/such",
                "prompts/list",
                "resources/unsubscribe",
                "completion/complete",
                "tasks/list"
            })
    void unknownMethod_isNotFound(String method) {
        mcp.request(method).refused(404, -32601);
    }

    @Test
    void unknownTool_isAnInvalidParameterOfTheProtocol() {
        mcp.call("no_such_tool").refused(200, -32602);
    }

    @Test
    void callWithoutAName_isMalformed() {
        var nameless = Json.object("arguments", Map.of());
        assertEquals(
                -32602,
                mcp.request("tools/call", nameless)
                        .response()
                        .getJsonObject("error")
                        .getInt("code"));
        Mcp.legacy().request("tools/call", nameless).refused(200, -32602);
        for (var arguments : List.of(Json.value("text"), Json.value(List.of()), Json.value(1))) {
            var params = Json.object("name", "list_sandboxes", "arguments", arguments);
            assertEquals(
                    -32602,
                    mcp.request("tools/call", params)
                            .response()
                            .getJsonObject("error")
                            .getInt("code"));
        }
    }

    @Test
    void errorCodes_areNoneOfTheReservedOnes() {
        for (var answer : List.of(mcp.request("no/such"), mcp.call("no_such_tool"), mcp.post("{"))) {
            int code = answer.response().getJsonObject("error").getInt("code");
            assertFalse((code <= -32000 && code >= -32019) || code == -32042, answer::toString);
        }
    }

    @Test
    void sandbox_isSharedByConnectionsWithoutASession() {
        try (var box = Box.create()) {
            JsonObject seen =
                    Mcp.modern().call("get_sandbox", "sandbox_id", box.id()).structured();
            assertEquals("running", seen.getString("status"));
        }
    }

    @Test
    void callWithoutSandboxAndConversation_namesTheTwoWaysOut() {
        for (var tool : List.of("get_sandbox", "kill_sandbox", "list_files")) {
            var advice = mcp.call(tool).result().toString();
            assertTrue(advice.contains("create_sandbox") && advice.contains("X-Conversation-Id"), advice);
        }
        mcp.call("run_command", "command", "true").failure("invalid_parameter");
    }

    private static String base64(String text) {
        return "=?base64?" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + "?=";
    }
}
