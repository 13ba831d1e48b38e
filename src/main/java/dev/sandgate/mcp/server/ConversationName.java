package dev.sandgate.mcp.server;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.Optional;
import java.util.regex.Pattern;

/** The conversation that a request names, in a header or in {@code _meta}, in either era (contract). */
final class ConversationName {
    private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

    private ConversationName() {}

    static Optional<String> of(JsonObject params, Headers headers) {
        Optional<String> header = headers.value(HeaderNames.CONVERSATION);
        Optional<String> meta =
                Optional.ofNullable(Meta.of(params).get(Meta.CONVERSATION)).map(ConversationName::text);
        header.ifPresent(ConversationName::requireShape);
        meta.ifPresent(ConversationName::requireShape);
        if (header.isPresent() && meta.isPresent() && !header.equals(meta)) {
            throw Refusal.badParams(
                    "Invalid params: " + HeaderNames.CONVERSATION + " and _meta name two conversations");
        }
        return header.or(() -> meta);
    }

    private static String text(JsonValue value) {
        return value instanceof JsonString text ? text.getString() : "";
    }

    private static void requireShape(String id) {
        if (!SHAPE.matcher(id).matches()) {
            throw Refusal.badParams("Invalid params: a conversation id is 1 to 128 of A-Z a-z 0-9 . _ : -");
        }
    }
}
