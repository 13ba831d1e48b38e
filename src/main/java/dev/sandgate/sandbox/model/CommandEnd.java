package dev.sandgate.sandbox.model;

import java.util.Optional;

/**
 * How a streamed command ended.
 *
 * @param exitCode 128 + n for a program killed by signal n; empty after a timeout
 */
public record CommandEnd(Optional<Integer> exitCode, boolean timedOut) {}
