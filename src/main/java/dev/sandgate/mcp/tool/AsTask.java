package dev.sandgate.mcp.tool;

/** Whether a tool's call may become a task, which answers at once and is asked for its result later (extension {@code tasks}). */
public enum AsTask {
    NEVER,
    /** For clients that know tasks; others wait for the result. */
    OFFERED,
    /** For clients that know tasks; others cannot call it. */
    REQUIRED
}
