package dev.sandgate.mcp.tool;

/** A block of a tool result (2026-07-28, server/tools, tool result). */
public sealed interface Content {

    record Text(String text) implements Content {}

    /** @param data base64 */
    record Image(String data, String mimeType) implements Content {}

    /** @param data base64 */
    record Audio(String data, String mimeType) implements Content {}

    record ResourceLink(String uri, String name, String mimeType) implements Content {}

    record EmbeddedText(String uri, String mimeType, String text) implements Content {}
}
