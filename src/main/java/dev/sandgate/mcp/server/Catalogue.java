package dev.sandgate.mcp.server;

import dev.sandgate.mcp.tool.Group;
import dev.sandgate.mcp.tool.Tool;
import dev.sandgate.mcp.tool.ToolDefect;
import dev.sandgate.mcp.tool.ToolEntry;
import jakarta.enterprise.inject.Instance;
import jakarta.validation.Validator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Every tool there is, in one order that never changes: by group, then by name (M17, m3). Its making fails on any defect. */
public final class Catalogue {
    private final List<ToolEntry> entries;
    private final Toolbox everything;

    public Catalogue(List<ToolEntry> entries) {
        Set<String> taken = new HashSet<>();
        Stream.of(Group.values()).map(Group::word).forEach(taken::add);
        taken.add(Toolbox.ALL);
        for (ToolEntry entry : entries) {
            if (!taken.add(entry.name())) {
                throw new ToolDefect("the name " + entry.name() + " is taken by another tool or group");
            }
        }
        this.entries = entries.stream()
                .sorted(Comparator.comparing(ToolEntry::group).thenComparing(ToolEntry::name))
                .toList();
        this.everything = new Toolbox(this.entries);
    }

    /** Collects the tools that are beans. */
    public static Catalogue of(Instance<Tool<?>> beans, Validator validator) {
        return new Catalogue(entries(beans, validator));
    }

    public static List<ToolEntry> entries(Instance<Tool<?>> beans, Validator validator) {
        List<ToolEntry> entries = new ArrayList<>();
        for (var handle : beans.handles()) {
            entries.add(ToolEntry.of(handle.get(), handle.getBean().getBeanClass(), validator));
        }
        return entries;
    }

    /**
     * The tools that {@code ?tools=} asks for: names of tools and groups, with commas between (C11).
     *
     * @throws Refusal for a name that is neither
     */
    Toolbox select(List<String> asked) {
        if (asked.isEmpty()) {
            return everything;
        }
        List<String> words = asked.stream()
                .flatMap(value -> Stream.of(value.split(",", -1)))
                .map(String::strip)
                .toList();
        if (!words.stream().allMatch(this::isKnown)) {
            throw Refusal.badParams("Invalid params: the query parameter tools names an unknown tool or group");
        }
        return new Toolbox(entries.stream().filter(entry -> asks(words, entry)).toList());
    }

    public int size() {
        return entries.size();
    }

    private boolean isKnown(String word) {
        return word.equals(Toolbox.ALL)
                || Stream.of(Group.values()).anyMatch(group -> group.word().equals(word))
                || entries.stream().anyMatch(entry -> entry.name().equals(word));
    }

    private static boolean asks(List<String> words, ToolEntry entry) {
        return words.contains(Toolbox.ALL) || words.contains(entry.group().word()) || words.contains(entry.name());
    }
}
