package dev.sandgate.mcp.tool;

import jakarta.json.JsonObject;

/** Writes records as JSON objects. */
public final class RecordJson {

    private RecordJson() {}

    public static JsonObject of(Record value, Naming naming) {
        throw new UnsupportedOperationException();
    }
}
