package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The official conformance suite against the production tools. What may fail stands check by check in
 * {@code src/test/conformance}; a listed check that passes fails the run as well.
 */
class ConformanceIT {

    private static final Path EXPECTED = Path.of("src/test/conformance").toAbsolutePath();
    private static final Path REPORTS = Path.of("target/conformance").toAbsolutePath();

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28"})
    void requirements_areMet(String revision) {
        var ended = Node.script(
                Duration.ofMinutes(5),
                "node_modules/@modelcontextprotocol/conformance/dist/index.js",
                "server",
                "--url",
                Server.mcp().toString(),
                "--requirements",
                revision,
                "--output-dir",
                REPORTS.resolve(revision).toString(),
                "--expected-failures",
                EXPECTED.resolve("expected-" + revision + ".yml").toString());
        assertEquals(0, ended.exitCode(), ended::output);
    }
}
