package dev.sandgate.sandbox.task;

import java.time.Duration;

/**
 * What is to be read of a task.
 *
 * @param cursor in bytes; where an earlier reading ended, or 0
 * @param limit in bytes, at least 1; a single character that is longer comes nevertheless
 * @param patience how long to wait for something to read
 */
public record TaskQuery(long cursor, int limit, Duration patience) {}
