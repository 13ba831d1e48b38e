package dev.sandgate.mcp.jsonrpc;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonConfig;
import jakarta.json.JsonException;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** JSON from bytes, strictly, and back. The provider is looked up once: a lookup costs more than a cheap call. */
public final class JsonText {
    /** How deep objects and arrays may be nested. */
    public static final int MAX_DEPTH = 64;

    private static final JsonProvider JSON = JsonProvider.provider();
    private static final JsonReaderFactory READERS =
            JSON.createReaderFactory(Map.of(JsonConfig.KEY_STRATEGY, JsonConfig.KeyStrategy.NONE));

    private JsonText() {}

    /** @throws RpcError where the bytes are not one JSON text in UTF-8, or a key is there twice, or it is nested too deeply */
    public static JsonValue parse(byte[] bytes) {
        String text = decode(bytes);
        Nesting.check(text, MAX_DEPTH);
        try (JsonReader reader = READERS.createReader(new StringReader(text))) {
            return reader.readValue();
        } catch (JsonException | UnsupportedOperationException | NumberFormatException malformed) {
            throw RpcError.parseError("Parse error: the body is not valid JSON");
        }
    }

    public static byte[] bytes(JsonObject object) {
        return object.toString().getBytes(StandardCharsets.UTF_8);
    }

    public static JsonObjectBuilder object() {
        return JSON.createObjectBuilder();
    }

    /** A copy to add to. */
    public static JsonObjectBuilder object(JsonObject from) {
        return JSON.createObjectBuilder(from);
    }

    public static JsonArrayBuilder array() {
        return JSON.createArrayBuilder();
    }

    public static JsonString string(String text) {
        return JSON.createValue(text);
    }

    /** A string or an integer: what JSON-RPC allows as an id and MCP as a progress token. */
    public static boolean isStringOrInteger(JsonValue value) {
        return value instanceof JsonString || (value instanceof JsonNumber number && isInteger(number));
    }

    private static boolean isInteger(JsonNumber number) {
        try {
            return number.isIntegral();
        } catch (UnsupportedOperationException | NumberFormatException longerThanTheReaderAllows) {
            return false;
        }
    }

    private static String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            throw RpcError.parseError("Parse error: the body is not UTF-8");
        }
    }
}
