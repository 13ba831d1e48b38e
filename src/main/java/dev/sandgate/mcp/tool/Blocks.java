package dev.sandgate.mcp.tool;

import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;

/** Writes content blocks from their type and pairs of member and text. */
final class Blocks {
    private static final JsonProvider JSON = JsonProvider.provider();

    private Blocks() {}

    static JsonObject of(String type, String... members) {
        return members(JSON.createObjectBuilder().add("type", type), members);
    }

    static JsonObject resource(String... members) {
        return JSON.createObjectBuilder()
                .add("type", "resource")
                .add("resource", members(JSON.createObjectBuilder(), members))
                .build();
    }

    private static JsonObject members(JsonObjectBuilder object, String... members) {
        for (int i = 0; i < members.length; i += 2) {
            object.add(members[i], members[i + 1]);
        }
        return object.build();
    }
}
