package dev.sandgate.sandbox.task;

import java.time.Duration;

/**
 * @param max {@code sandgate.task.max}: running at once
 * @param maxPerSandbox {@code sandgate.task.max-per-sandbox}: of these, in one sandbox
 * @param spool {@code sandgate.task.spool}: bytes of output kept of a task
 * @param memory {@code sandgate.task.memory}: bytes of output kept of all tasks together
 * @param retention {@code sandgate.task.retention}: how long an ended task is remembered
 * @param maxKept {@code sandgate.task.max-kept}: ended tasks that are remembered
 */
public record TaskSettings(int max, int maxPerSandbox, int spool, long memory, Duration retention, int maxKept) {
    public TaskSettings {
        if (max < 1 || maxPerSandbox < 1 || spool < Spool.FIRST || memory < 0 || maxKept < 1) {
            throw new IllegalArgumentException("sandgate.task");
        }
    }
}
