package dev.sandgate.mcp.server;

import java.util.Locale;

/** Why a call ended before its tool did. */
enum Cancellation {
    BY_CLIENT,
    SESSION_ENDED,
    OUT_OF_TIME,
    SHUTDOWN;

    /** For the log line. */
    String word() {
        return this == BY_CLIENT ? "cancelled" : name().toLowerCase(Locale.ROOT);
    }
}
