package dev.sandgate.mcp.tool;

import jakarta.json.JsonObject;

/** A block of a tool result (2026-07-28, server/tools, tool result). */
public sealed interface Content {

    /** The block as it is sent, the same in both eras. */
    JsonObject json();

    record Text(String text) implements Content {
        @Override
        public JsonObject json() {
            return Blocks.of("text", "text", text);
        }
    }

    /** @param data base64 */
    record Image(String data, String mimeType) implements Content {
        @Override
        public JsonObject json() {
            return Blocks.of("image", "data", data, "mimeType", mimeType);
        }
    }

    /** @param data base64 */
    record Audio(String data, String mimeType) implements Content {
        @Override
        public JsonObject json() {
            return Blocks.of("audio", "data", data, "mimeType", mimeType);
        }
    }

    record ResourceLink(String uri, String name, String mimeType) implements Content {
        @Override
        public JsonObject json() {
            return Blocks.of("resource_link", "uri", uri, "name", name, "mimeType", mimeType);
        }
    }

    record EmbeddedText(String uri, String mimeType, String text) implements Content {
        @Override
        public JsonObject json() {
            return Blocks.resource("uri", uri, "mimeType", mimeType, "text", text);
        }
    }
}
