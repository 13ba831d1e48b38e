package dev.sandgate.architecture;

import static java.util.Map.entry;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The import table: every room, the rooms it may import, and the foreign packages it may import besides {@code java.*}. A word
 * stands for a package and all below it. A room that is not here may not exist.
 */
final class Rooms {
    static final String ROOT = "dev.sandgate";

    private static final Set<String> BEANS =
            Set.of("jakarta.inject", "jakarta.enterprise.context", "jakarta.enterprise.inject");
    private static final Set<String> TOOL_FOREIGN = Set.of(
            "jakarta.inject",
            "jakarta.enterprise.context",
            "jakarta.enterprise.inject",
            "jakarta.validation",
            "jakarta.json");
    private static final Set<String> DOOR_FOREIGN = Set.of("jakarta", "org.eclipse.microprofile.openapi");
    private static final Set<String> RULES = Set.of(
            "sandbox.conversation",
            "sandbox.lifecycle",
            "sandbox.workspace",
            "sandbox.task",
            "sandbox.browser",
            "sandbox.checkpoint",
            "sandbox.model");

    record Walls(Set<String> rooms, Set<String> foreign) {}

    static final Map<String, Walls> TABLE = Map.ofEntries(
            entry("sandbox.model", new Walls(Set.of(), Set.of())),
            entry("sandbox.port", new Walls(Set.of("sandbox.model"), Set.of())),
            entry("sandbox.lifecycle", new Walls(Set.of("sandbox.port", "sandbox.model"), BEANS)),
            entry("sandbox.workspace", rules("sandbox.lifecycle")),
            entry("sandbox.task", rules("sandbox.lifecycle", "sandbox.workspace")),
            entry("sandbox.browser", rules("sandbox.lifecycle", "sandbox.workspace")),
            entry("sandbox.checkpoint", rules("sandbox.lifecycle", "sandbox.workspace")),
            entry(
                    "sandbox.conversation",
                    rules(
                            "sandbox.lifecycle",
                            "sandbox.workspace",
                            "sandbox.task",
                            "sandbox.browser",
                            "sandbox.checkpoint")),
            entry("provider.local", new Walls(ports(), Set.of("jakarta.json", "jdk.net"))),
            entry("provider.e2b", new Walls(ports(), Set.of("jakarta", "org.eclipse.microprofile.rest.client"))),
            entry("store.database", new Walls(ports(), Set.of("javax.sql", "jakarta"))),
            entry("store.blob", new Walls(ports(), Set.of())),
            entry("mcp.jsonrpc", new Walls(Set.of(), Set.of("jakarta.json"))),
            entry("mcp.tool", new Walls(Set.of("sandbox.model"), Set.of("jakarta.json", "jakarta.validation"))),
            entry("mcp.resource", new Walls(Set.of("mcp.tool", "sandbox.model"), Set.of("jakarta.json"))),
            entry(
                    "mcp.server",
                    new Walls(
                            Set.of("mcp.tool", "mcp.resource", "mcp.jsonrpc", "sandbox.conversation", "sandbox.model"),
                            TOOL_FOREIGN)),
            entry("tools.outcome", tools()),
            entry("tools.lifecycle", tools()),
            entry("tools.exec", tools()),
            entry("tools.files", tools()),
            entry("tools.task", tools()),
            entry("tools.transfer", tools("org.apache.tika")),
            entry("tools.browser", tools()),
            entry("stdio", new Walls(Set.of(), Set.of("jakarta.json"))),
            entry("http.gate", new Walls(Set.of("sandbox.model"), DOOR_FOREIGN)),
            entry("http.mcp", door("mcp.server", "mcp.tool", "mcp.jsonrpc")),
            entry("http.rest", door()),
            entry("http.e2b", door()),
            entry("http.preview", door()));

    /** May import anyone; imported by no one. */
    static final String WIRING = "wiring";

    private Rooms() {}

    private static Walls rules(String... more) {
        return new Walls(union(Stream.of("sandbox.port", "sandbox.model"), more), BEANS);
    }

    private static Set<String> ports() {
        return Set.of("sandbox.port", "sandbox.model");
    }

    private static Walls tools(String... libraries) {
        return new Walls(
                union(RULES.stream(), "mcp.tool", "mcp.resource", "tools.outcome"),
                union(TOOL_FOREIGN.stream(), libraries));
    }

    private static Walls door(String... more) {
        return new Walls(union(Stream.concat(RULES.stream(), Stream.of("http.gate")), more), DOOR_FOREIGN);
    }

    private static Set<String> union(Stream<String> some, String... more) {
        return Stream.concat(some, Arrays.stream(more)).collect(Collectors.toUnmodifiableSet());
    }
}
