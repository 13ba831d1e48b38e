package dev.sandgate.mcp.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sandgate.mcp.jsonrpc.Message.Notification;
import dev.sandgate.mcp.jsonrpc.Message.Request;
import dev.sandgate.mcp.jsonrpc.Message.Response;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessagesTest {

    @Test
    void request_keepsTheTypeOfItsId() {
        Request number = request("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}");
        Request text = request("{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"m\"}");
        assertNotEquals(number.id(), text.id());
        assertEquals("1", number.id().toString());
        assertEquals("\"1\"", text.id().toString());
    }

    @Test
    void hugeIntegerId_isKeptExactly() {
        Request request = request("{\"jsonrpc\":\"2.0\",\"id\":123456789012345678901234567890,\"method\":\"m\"}");
        assertEquals("123456789012345678901234567890", request.id().toString());
    }

    @Test
    void withoutParams_paramsAreEmpty() {
        assertEquals(
                0,
                request("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}")
                        .params()
                        .size());
    }

    @Test
    void withoutId_itIsANotification() {
        assertInstanceOf(Notification.class, read("{\"jsonrpc\":\"2.0\",\"method\":\"m\"}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":\"\"}}"
            })
    void answers_areResponses(String text) {
        assertInstanceOf(Response.class, read(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "nul",
                "{\"a\":1,}",
                "{} x",
                "{}{}",
                "{\"a\":1,\"a\":2}",
                "{\"a\":\"\n\"}",
                "\uFEFF{}"
            })
    void whatIsNotOneJsonText_isAParseError(String text) {
        assertEquals(RpcError.PARSE_ERROR, refused(text.getBytes(UTF_8)).code());
    }

    @Test
    void bytesThatAreNotUtf8_areAParseError() {
        assertEquals(
                RpcError.PARSE_ERROR,
                refused(new byte[] {'{', '"', (byte) 0xC3, '"', '}'}).code());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}]",
                "1",
                "\"text\"",
                "null",
                "{}",
                "{\"jsonrpc\":\"2.0\"}",
                "{\"jsonrpc\":\"1.0\",\"method\":\"m\"}",
                "{\"jsonrpc\":2.0,\"method\":\"m\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":1}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":[]}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":null}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"m\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"m\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1e400000000,\"method\":\"m\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"m\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"m\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"result\":{}}"
            })
    void wrongShapes_areInvalidRequests(String text) {
        assertEquals(RpcError.INVALID_REQUEST, refused(text.getBytes(UTF_8)).code());
    }

    @Test
    void nesting_isBounded() {
        read(nested(JsonText.MAX_DEPTH - 2));
        assertEquals(
                RpcError.INVALID_REQUEST,
                refused(nested(JsonText.MAX_DEPTH - 1).getBytes(UTF_8)).code());
        assertEquals(
                RpcError.INVALID_REQUEST,
                refused("[".repeat(1_000_000).getBytes(UTF_8)).code());
    }

    @Test
    void bracketsInStrings_areNotNesting() {
        read("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"a\":\"\\\"" + "[{".repeat(100) + "\"}}");
    }

    @Test
    void idThatCouldBeRead_isInTheError() {
        RpcError error = refused("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":1}".getBytes(UTF_8));
        assertEquals(Optional.of("7"), error.id().map(Object::toString));
    }

    @Test
    void idThatCouldNotBeRead_isLeftOut() {
        RpcError error = refused("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"m\"}".getBytes(UTF_8));
        assertFalse(Messages.error(error).containsKey("id"));
    }

    private static String nested(int depth) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"a\":" + "[".repeat(depth) + "]".repeat(depth)
                + "}}";
    }

    private static Message read(String text) {
        return Messages.read(text.getBytes(UTF_8));
    }

    private static Request request(String text) {
        return assertInstanceOf(Request.class, read(text));
    }

    private static RpcError refused(byte[] body) {
        return assertThrows(RpcError.class, () -> Messages.read(body));
    }
}
