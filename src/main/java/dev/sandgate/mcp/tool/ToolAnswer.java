package dev.sandgate.mcp.tool;

import jakarta.json.JsonObject;

/** A {@link Result} as the members of MCP {@code CallToolResult}: content, structuredContent, isError. */
public final class ToolAnswer {

    private ToolAnswer() {}

    /** Without {@code resultType} and {@code _meta}, which belong to an era. */
    public static JsonObject of(Result result) {
        throw new UnsupportedOperationException();
    }
}
