package dev.sandgate.sandbox.model;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A shell command line for a running sandbox: a new process each time, empty stdin (C12).
 *
 * @param line given to a login shell, {@code bash -l -c}
 * @param cwd empty: the home directory; a relative one starts there
 * @param envs added to the sandbox's own
 */
public record Command(String line, Optional<String> cwd, Map<String, String> envs, Duration timeout) {
    /** Longer than any sandbox lives. */
    public static final Duration NO_TIMEOUT = Duration.ofDays(366);

    public Command {
        envs = Map.copyOf(envs);
    }
}
