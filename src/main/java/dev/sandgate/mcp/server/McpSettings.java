package dev.sandgate.mcp.server;

import java.time.Duration;

/**
 * What can be set about the protocol.
 *
 * @param version of this server, told to clients
 * @param sessionIdle how long a session without a request lives
 * @param sessionMax how many sessions there may be
 * @param calls how many tool calls may be in flight; three quarters of them in one session
 */
public record McpSettings(String version, Duration sessionIdle, int sessionMax, int calls) {
    /** When an unanswered call shows its first sign of life, and the pause between later ones. */
    static final Duration FIRST_BEAT = Duration.ofSeconds(1);

    static final Duration BEAT = Duration.ofMillis(2500);

    /** No call lives longer, whatever its tool does; the longest that a tool allows itself is an hour. */
    static final Duration LONGEST_CALL = Duration.ofMinutes(65);

    /** Tasks that are remembered at once, and how much of their results; there being more, calls are answered the ordinary way. */
    static final int TASKS = 10_000;

    static final long TASK_CHARACTERS = 64L * 1024 * 1024;

    /** From its start: the longest call, and an hour to fetch the result. */
    static final Duration TASK_LIFE = LONGEST_CALL.plusHours(1);

    static final Duration TASK_POLL = Duration.ofSeconds(1);

    public McpSettings {
        require(!sessionIdle.isNegative() && !sessionIdle.isZero(), "sessionIdle");
        require(sessionMax > 0, "sessionMax");
        require(calls > 0, "calls");
    }

    int callsPerSession() {
        return Math.max(1, calls * 3 / 4);
    }

    private static void require(boolean good, String name) {
        if (!good) {
            throw new IllegalArgumentException(name);
        }
    }
}
