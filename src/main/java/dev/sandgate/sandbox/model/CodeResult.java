package dev.sandgate.sandbox.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a piece of code ended.
 *
 * @param exitCode 0, or 1 when {@code error} is present; empty after a timeout
 * @param results values shown, each by mime type ({@code text/plain}, {@code text/html}, {@code image/png} as base64,
 *     {@code image/svg+xml}, {@code application/json} as JSON text)
 */
public record CodeResult(
        Output stdout,
        Output stderr,
        Optional<Integer> exitCode,
        boolean timedOut,
        Optional<String> fullOutputPath,
        List<Map<String, String>> results,
        Optional<CodeError> error) {

    public boolean truncated() {
        return stdout.truncated() || stderr.truncated();
    }
}
