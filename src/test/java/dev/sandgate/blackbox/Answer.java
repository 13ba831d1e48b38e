package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Optional;

/** What came back for one POST: status, headers, and the messages of the JSON body or of the event stream, in order. */
public record Answer(int status, HttpHeaders headers, String body, List<JsonObject> messages) {

    static Answer of(int status, HttpHeaders headers, String body) {
        var type = headers.firstValue("Content-Type").orElse("");
        if (type.startsWith("text/event-stream")) {
            return new Answer(status, headers, body, Events.messages(body));
        }
        return new Answer(
                status, headers, body, type.startsWith("application/json") ? List.of(Json.parse(body)) : List.of());
    }

    public Optional<String> header(String name) {
        return headers.firstValue(name);
    }

    public boolean isEventStream() {
        return header("Content-Type").orElse("").startsWith("text/event-stream");
    }

    /** The last message, which is the response. */
    public JsonObject response() {
        assertFalse(messages.isEmpty(), () -> "no message in the answer: " + this);
        return messages.get(messages.size() - 1);
    }

    public List<JsonObject> notifications(String method) {
        return messages.stream()
                .filter(message -> method.equals(message.getString("method", null)))
                .toList();
    }

    /** Asserts a success of the protocol; the tool may still have failed. */
    public JsonObject result() {
        assertEquals(200, status, this::toString);
        assertNull(response().get("error"), this::toString);
        return response().getJsonObject("result");
    }

    /** Asserts a success of the tool: structured content, first its text copy, then nothing but links to files. */
    public JsonObject structured() {
        var result = result();
        assertFalse(result.getBoolean("isError", false), this::toString);
        var structured = result.getJsonObject("structuredContent");
        assertNotNull(structured, this::toString);
        assertEquals(structured, Json.parse(text(result)), "the text copy");
        links(result);
        return structured;
    }

    /** Asserts a tool error as the contract shapes it, and returns its {@code error} object. */
    public JsonObject failure(String category) {
        var result = result();
        assertTrue(result.getBoolean("isError", false), this::toString);
        assertNull(result.get("structuredContent"), this::toString);
        var error = Json.parse(text(result)).getJsonObject("error");
        assertEquals(1, result.getJsonArray("content").size(), this::toString);
        assertEquals(category, error.getString("category"), this::toString);
        assertTrue(error.getString("code").startsWith("SANDBOX_"), this::toString);
        assertFalse(error.getString("advice").isBlank(), this::toString);
        assertFalse(error.getString("request_id").isBlank(), this::toString);
        assertTrue(error.containsKey("retryable"), this::toString);
        assertFalse(error.containsValue(JsonValue.NULL), "absent keys are omitted, never null: " + this);
        return error;
    }

    /** Asserts an error of the protocol. */
    public JsonObject refused(int status, int code) {
        assertEquals(status, this.status, this::toString);
        var error = response().getJsonObject("error");
        assertNotNull(error, this::toString);
        assertEquals(code, error.getInt("code"), this::toString);
        return error;
    }

    /** Asserts the status alone. */
    public Answer status(int expected) {
        assertEquals(expected, status, this::toString);
        return this;
    }

    private static String text(JsonObject result) {
        var first = result.getJsonArray("content").getJsonObject(0);
        assertEquals("text", first.getString("type"));
        return first.getString("text");
    }

    /** Asserts a success of the tool, and returns the URIs that it links to. */
    public List<String> links() {
        structured();
        return links(result());
    }

    private static List<String> links(JsonObject result) {
        return result.getJsonArray("content").stream()
                .skip(1)
                .map(JsonValue::asJsonObject)
                .peek(block -> assertEquals("resource_link", block.getString("type")))
                .map(block -> block.getString("uri"))
                .toList();
    }

    @Override
    public String toString() {
        var shown = body.length() > 2000 ? body.substring(0, 2000) + "…" : body;
        return status + " " + headers.map() + "\n" + shown;
    }
}
