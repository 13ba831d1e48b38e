package dev.sandgate.mcp.resource;

import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;

/** An element of {@code resources/list} (2026-07-28, server/resources). */
public record ListedResource(String uri, String name, String description, String mimeType) {
    private static final JsonProvider JSON = JsonProvider.provider();

    public JsonObject json() {
        return JSON.createObjectBuilder()
                .add("uri", uri)
                .add("name", name)
                .add("description", description)
                .add("mimeType", mimeType)
                .build();
    }
}
