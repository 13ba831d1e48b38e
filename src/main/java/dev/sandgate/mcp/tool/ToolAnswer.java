package dev.sandgate.mcp.tool;

import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;

/** A {@link Result} as the members of MCP {@code CallToolResult}: content, structuredContent, isError. */
public final class ToolAnswer {
    private static final JsonProvider JSON = JsonProvider.provider();

    private ToolAnswer() {}

    /**
     * Without {@code resultType} and {@code _meta}, which belong to an era. The text copy of the structured content is the first
     * block (2026-07-28, m7; 2025-11-25, l6).
     */
    public static JsonObject of(Result result) {
        JsonObjectBuilder answer = JSON.createObjectBuilder();
        var blocks = JSON.createArrayBuilder();
        var structured = result.structured().map(record -> RecordJson.of(record, Naming.SNAKE_CASE));
        structured.ifPresent(json -> blocks.add(new Content.Text(json.toString()).json()));
        result.content().forEach(block -> blocks.add(block.json()));
        answer.add("content", blocks);
        structured.ifPresent(json -> answer.add("structuredContent", json));
        return answer.add("isError", result.failed()).build();
    }
}
