package dev.sandgate.stdio;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.util.Map;
import java.util.Optional;

/** A line as it is, and what has to be known of it to send it on. What is no JSON object goes to the endpoint too, which says so. */
record Message(String text, JsonObject object) {
    private static final String REVISION = "io.modelcontextprotocol/protocolVersion";
    /** Which member of {@code params} stands in {@code Mcp-Name} (2026-07-28, transports). */
    private static final Map<String, String> NAMED_BY = Map.of(
            "tools/call", "name",
            "prompts/get", "name",
            "resources/read", "uri",
            "tasks/get", "taskId",
            "tasks/update", "taskId",
            "tasks/cancel", "taskId");

    static Message of(String text) {
        try (var reader = Json.createReader(new StringReader(text))) {
            return new Message(
                    text, reader.readValue() instanceof JsonObject object ? object : JsonValue.EMPTY_JSON_OBJECT);
        } catch (JsonException malformed) {
            return new Message(text, JsonValue.EMPTY_JSON_OBJECT);
        }
    }

    String method() {
        return object.get("method") instanceof JsonString method ? method.getString() : "";
    }

    /** Of a request or a response. */
    Optional<JsonValue> id() {
        return Optional.ofNullable(object.get("id"));
    }

    boolean isRequest() {
        return id().isPresent() && !method().isEmpty();
    }

    boolean isResponse() {
        return id().isPresent() && method().isEmpty();
    }

    /** The id of the request that a {@code notifications/cancelled} means. */
    Optional<JsonValue> cancelled() {
        return method().equals("notifications/cancelled")
                ? Optional.ofNullable(params().get("requestId"))
                : Optional.empty();
    }

    /** What a message of the stateless era says about itself; empty in the era of sessions. */
    Optional<String> revision() {
        return params().get("_meta") instanceof JsonObject meta && meta.get(REVISION) instanceof JsonString revision
                ? Optional.of(revision.getString())
                : Optional.empty();
    }

    Optional<String> name() {
        String member = NAMED_BY.getOrDefault(method(), "");
        return params().get(member) instanceof JsonString name ? Optional.of(name.getString()) : Optional.empty();
    }

    /** The revision that the answer to {@code initialize} settles on. */
    Optional<String> negotiated() {
        return object.get("result") instanceof JsonObject result
                        && result.get("protocolVersion") instanceof JsonString revision
                ? Optional.of(revision.getString())
                : Optional.empty();
    }

    private JsonObject params() {
        return object.get("params") instanceof JsonObject params ? params : JsonValue.EMPTY_JSON_OBJECT;
    }
}
