package dev.sandgate.mcp.resource;

import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;

/**
 * An element of {@code resources/templates/list} (2026-07-28, server/resources).
 *
 * @param uriTemplate RFC 6570
 */
public record ResourceTemplate(String uriTemplate, String name, String description) {
    private static final JsonProvider JSON = JsonProvider.provider();

    public JsonObject json() {
        return JSON.createObjectBuilder()
                .add("uriTemplate", uriTemplate)
                .add("name", name)
                .add("description", description)
                .build();
    }
}
