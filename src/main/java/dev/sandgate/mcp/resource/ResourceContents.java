package dev.sandgate.mcp.resource;

import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;
import java.util.Base64;

/**
 * What a resource holds, as an element of {@code contents} (2026-07-28, server/resources).
 *
 * @param member {@code text}, or {@code blob} for base64
 */
public record ResourceContents(String uri, String mimeType, String member, String value) {
    private static final JsonProvider JSON = JsonProvider.provider();

    public static ResourceContents text(String uri, String mimeType, String text) {
        return new ResourceContents(uri, mimeType, "text", text);
    }

    public static ResourceContents blob(String uri, String mimeType, byte[] bytes) {
        return new ResourceContents(uri, mimeType, "blob", Base64.getEncoder().encodeToString(bytes));
    }

    public JsonObject json() {
        return JSON.createObjectBuilder()
                .add("uri", uri)
                .add("mimeType", mimeType)
                .add(member, value)
                .build();
    }
}
