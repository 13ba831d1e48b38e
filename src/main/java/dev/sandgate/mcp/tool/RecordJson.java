package dev.sandgate.mcp.tool;

import jakarta.json.JsonObject;

/**
 * Writes records as JSON objects, as {@link OmitWhenEmpty} and {@link Naming} say. How a class is written is worked out once;
 * instants are ISO 8601 to the millisecond, enums and value records their words.
 */
public final class RecordJson {

    private RecordJson() {}

    /** @throws ToolDefect when a component's type has no JSON */
    public static JsonObject of(Record value, Naming naming) {
        return OutputShape.of(value.getClass()).write(value, naming);
    }
}
