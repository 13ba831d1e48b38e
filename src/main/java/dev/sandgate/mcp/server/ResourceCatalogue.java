package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.JsonText;
import dev.sandgate.mcp.resource.ListedResource;
import dev.sandgate.mcp.resource.ResourceContents;
import dev.sandgate.mcp.resource.ResourceSource;
import dev.sandgate.mcp.resource.ResourceTemplate;
import dev.sandgate.mcp.tool.CallContext;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Every resource there is, in one order that never changes: by URI. Its making fails when two of them have one URI. */
public final class ResourceCatalogue {
    private final List<ResourceSource> sources;
    private final JsonArray resources;
    private final JsonArray templates;

    public ResourceCatalogue(List<ResourceSource> sources) {
        this.sources = List.copyOf(sources);
        requireDifferent(sources.stream().flatMap(ResourceCatalogue::uris));
        this.resources = array(sources.stream()
                .flatMap(source -> source.resources().stream())
                .map(ListedResource::json)
                .sorted((a, b) -> a.getString("uri").compareTo(b.getString("uri"))));
        this.templates = array(sources.stream()
                .flatMap(source -> source.templates().stream())
                .map(ResourceTemplate::json)
                .sorted((a, b) -> a.getString("uriTemplate").compareTo(b.getString("uriTemplate"))));
    }

    JsonArray resources() {
        return resources;
    }

    JsonArray templates() {
        return templates;
    }

    /** Blocks; empty when no source has it. */
    Optional<ResourceContents> read(String uri, CallContext context) {
        return sources.stream()
                .flatMap(source -> source.read(uri, context).stream())
                .findFirst();
    }

    private static Stream<String> uris(ResourceSource source) {
        return Stream.concat(
                source.resources().stream().map(ListedResource::uri),
                source.templates().stream().map(ResourceTemplate::uriTemplate));
    }

    private static void requireDifferent(Stream<String> uris) {
        Set<String> taken = new HashSet<>();
        uris.forEach(uri -> {
            if (!taken.add(uri)) {
                throw new IllegalStateException("two resources have the URI " + uri);
            }
        });
    }

    private static JsonArray array(Stream<JsonObject> elements) {
        var array = JsonText.array();
        elements.forEach(array::add);
        return array.build();
    }
}
