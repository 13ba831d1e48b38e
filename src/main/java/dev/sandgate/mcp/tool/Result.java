package dev.sandgate.mcp.tool;

import java.util.List;
import java.util.Optional;

/**
 * What a tool gives back.
 *
 * @param structured becomes {@code structuredContent}, and one text block with the same JSON before the other content
 * @param failed {@code isError}: the tool itself could not do its work; then {@code structured} is empty
 */
public record Result(Optional<Record> structured, List<Content> content, boolean failed) {
    public Result {
        content = List.copyOf(content);
    }

    public static Result of(Record structured) {
        return new Result(Optional.of(structured), List.of(), false);
    }

    public static Result of(Record structured, List<Content> more) {
        return new Result(Optional.of(structured), more, false);
    }

    /** Content alone, nothing structured. */
    public static Result showing(Content... content) {
        return new Result(Optional.empty(), List.of(content), false);
    }

    public static Result failure(String text) {
        return new Result(Optional.empty(), List.of(new Content.Text(text)), true);
    }
}
