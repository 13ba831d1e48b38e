package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.JsonText;
import dev.sandgate.mcp.tool.ToolEntry;
import jakarta.json.JsonArray;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The tools one request can see. A tool left out is an unknown tool. */
final class Toolbox {
    static final String ALL = "all";

    private final Map<String, ToolEntry> byName;
    private final JsonArray descriptions;

    Toolbox(List<ToolEntry> entries) {
        byName = entries.stream().collect(Collectors.toUnmodifiableMap(ToolEntry::name, Function.identity()));
        var array = JsonText.array();
        entries.forEach(entry -> array.add(entry.describe()));
        descriptions = array.build();
    }

    JsonArray descriptions() {
        return descriptions;
    }

    Optional<ToolEntry> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }
}
