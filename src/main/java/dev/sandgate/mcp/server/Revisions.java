package dev.sandgate.mcp.server;

import java.util.List;

/** The protocol revisions that are spoken here, newest first. 2025-03-26 is not: it would oblige us to take batches (E9). */
final class Revisions {
    static final String MODERN = "2026-07-28";
    static final List<String> LEGACY = List.of("2025-11-25", "2025-06-18");
    static final List<String> ALL = List.of(MODERN, "2025-11-25", "2025-06-18");

    private Revisions() {}

    /** The same if it is spoken here, otherwise the newest that has a handshake; never an echo (E5). */
    static String negotiate(String requested) {
        return LEGACY.contains(requested) ? requested : LEGACY.get(0);
    }
}
