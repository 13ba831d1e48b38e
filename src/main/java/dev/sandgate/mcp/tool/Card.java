package dev.sandgate.mcp.tool;

import java.util.Optional;

/**
 * What a tool tells about itself: MCP {@code Tool} without its input schema (2026-07-28, server/tools).
 *
 * @param result the record of {@code structuredContent}; the output schema is derived from it
 */
public record Card(
        String name,
        Group group,
        String description,
        Optional<Class<? extends Record>> result,
        boolean readOnly,
        boolean destructive,
        boolean idempotent,
        boolean openWorld,
        AsTask asTask) {

    /** A tool that changes things, destroys nothing, and stays inside the sandbox. */
    public static Card named(String name, Group group) {
        return new Card(name, group, "", Optional.empty(), false, false, false, false, AsTask.NEVER);
    }

    public Card saying(String description) {
        return new Card(name, group, description, result, readOnly, destructive, idempotent, openWorld, asTask);
    }

    public Card returning(Class<? extends Record> result) {
        return new Card(
                name, group, description, Optional.of(result), readOnly, destructive, idempotent, openWorld, asTask);
    }

    public Card asReadOnly() {
        return new Card(name, group, description, result, true, false, true, openWorld, asTask);
    }

    public Card asDestructive() {
        return new Card(name, group, description, result, readOnly, true, idempotent, openWorld, asTask);
    }

    public Card asIdempotent() {
        return new Card(name, group, description, result, readOnly, destructive, true, openWorld, asTask);
    }

    public Card asOpenWorld() {
        return new Card(name, group, description, result, readOnly, destructive, idempotent, true, asTask);
    }

    /** It may take long. */
    public Card asTask(AsTask asTask) {
        return new Card(name, group, description, result, readOnly, destructive, idempotent, openWorld, asTask);
    }
}
