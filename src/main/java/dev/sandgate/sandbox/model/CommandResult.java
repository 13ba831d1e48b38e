package dev.sandgate.sandbox.model;

import java.util.Optional;

/**
 * How a command ended.
 *
 * @param exitCode 128 + n for a program killed by signal n; empty after a timeout
 * @param fullOutputPath file in the sandbox with both streams in order; present when something was left out
 */
public record CommandResult(
        Output stdout, Output stderr, Optional<Integer> exitCode, boolean timedOut, Optional<String> fullOutputPath) {

    public boolean truncated() {
        return stdout.truncated() || stderr.truncated();
    }
}
