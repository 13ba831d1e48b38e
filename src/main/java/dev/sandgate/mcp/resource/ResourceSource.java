package dev.sandgate.mcp.resource;

import dev.sandgate.mcp.tool.CallContext;
import java.util.List;
import java.util.Optional;

/** Resources of one kind. One application-scoped bean a kind; the catalogue collects them. Thread-safe. */
public interface ResourceSource {

    /** Those that a client can know without asking for something; the same at all times and for everybody. */
    default List<ListedResource> resources() {
        return List.of();
    }

    /** How the URIs of the others are made. */
    default List<ResourceTemplate> templates() {
        return List.of();
    }

    /**
     * Blocks until it is read. Runs on a thread of its own, which is interrupted when the client cancels. Throws {@link
     * dev.sandgate.sandbox.model.SandboxException} when it cannot be read.
     *
     * @return empty for a URI of another source, or one that stands for nothing
     */
    Optional<ResourceContents> read(String uri, CallContext context);
}
