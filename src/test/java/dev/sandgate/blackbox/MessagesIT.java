package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import jakarta.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON-RPC as both eras share it: what is no JSON, what is no request, what comes back with which id. */
class MessagesIT {

    private static final int PARSE_ERROR = -32700;
    private static final int INVALID_REQUEST = -32600;

    private final Mcp modern = Mcp.modern();
    private final Mcp legacy = Mcp.stranger();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",",
                "",
                "   ",
                "nonsense",
                "{} {}",
                "{'a':1}",
                "[1,",
                "{\"a\":01}",
                "{\"a\":\"\\x\"}",
                "\"\\ud800",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]"
            })
    void whatIsNoJson_isAParseErrorWithoutId(String body) {
        for (var client : List.of(modern, legacy)) {
            client.post(body).refused(400, PARSE_ERROR);
            assertFalse(client.post(body).response().containsKey("id"));
        }
    }

    @Test
    void bytesThatAreNotUtf8_areAParseError() {
        var body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
        legacy.post(body).refused(400, PARSE_ERROR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
                "1",
                "null",
                "\"ping\"",
                "{}",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
                "{\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}",
                "{\"jsonrpc\":\"2.0\",\"id\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"ping\"}"
            })
    void whatIsNoRequest_isAnInvalidRequest(String body) {
        for (var client : List.of(modern, legacy)) {
            var answer = client.post(body);
            answer.refused(400, INVALID_REQUEST);
            assertFalse(answer.response().getOrDefault("id", JsonValue.TRUE).equals(JsonValue.NULL), answer::toString);
        }
    }

    @Test
    void nestingOfSixtyFive_isRefused() {
        postNested(65).status(400);
        postNested(100_000).status(400);
    }

    @Test
    void nestingOfSixtyFour_isRead() {
        postNested(64).failure("invalid_parameter");
    }

    @Test
    void id_comesBackWithItsType() {
        for (var id : List.<Object>of(1, "1", 0, -5, 9007199254740993L, "", "ünï", "x".repeat(200))) {
            var answer = modern.exchange(modern.message("tools/list", JsonValue.EMPTY_JSON_OBJECT, id));
            answer.result();
            assertEquals(Json.value(id), answer.response().get("id"));
            assertEquals("2.0", answer.response().getString("jsonrpc"));
        }
    }

    @Test
    void errors_carryTheIdOfTheirRequest() {
        var answer = modern.exchange(modern.message("no/such", JsonValue.EMPTY_JSON_OBJECT, "mine"));
        assertEquals(Json.value("mine"), answer.response().get("id"));
    }

    /** A {@code list_sandboxes} call whose message nests that deep: itself, params and arguments are three levels. */
    private Answer postNested(int depth) {
        var params = Json.object("name", "list_sandboxes", "arguments", Json.object("status", "DEEP"));
        var deep = "[".repeat(depth - 3) + "]".repeat(depth - 3);
        return modern.with("Mcp-Method", "tools/call")
                .with("Mcp-Name", "list_sandboxes")
                .post(modern.message("tools/call", params, "nested").toString().replace("\"DEEP\"", deep));
    }
}
