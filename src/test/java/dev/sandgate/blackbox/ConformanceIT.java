package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The official conformance suite against the server as it ships, and against the same with the suite's fixtures. What may fail
 * stands check by check in {@code src/test/conformance}; a listed check that passes fails the run as well.
 */
class ConformanceIT {

    private static final Path EXPECTED = Path.of("src/test/conformance").toAbsolutePath();
    private static final Path REPORTS = Path.of("target/conformance").toAbsolutePath();

    private static FixtureServer fixtures;

    @BeforeAll
    static void start() {
        fixtures = FixtureServer.started();
    }

    @AfterAll
    static void stop() {
        fixtures.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28"})
    void requirements_areMet(String revision) {
        succeeds(Server.mcp(), "--requirements", revision, "expected-" + revision);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28"})
    void requirements_areMet_withFixtures(String revision) {
        succeeds(fixtures.server().mcp(), "--requirements", revision, "fixtures-" + revision);
    }

    /** Extensions are no part of any set of requirements: what fails of them counts only here. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "tasks-lifecycle",
                "tasks-capability-negotiation",
                "tasks-wire-fields",
                "tasks-request-state-removal",
                "tasks-mrtr-input",
                "tasks-request-headers",
                "tasks-dispatch-and-envelope",
                "tasks-required-task-error",
                "tasks-mrtr-composition"
            })
    void tasks_areAsTheExtensionSays(String scenario) {
        succeeds(fixtures.server().mcp(), "--scenario", scenario, "fixtures-tasks");
    }

    private static void succeeds(URI server, String which, String name, String baseline) {
        var ended = Node.script(
                Duration.ofMinutes(5),
                "node_modules/@modelcontextprotocol/conformance/dist/index.js",
                "server",
                "--url",
                server.toString(),
                which,
                name,
                "--output-dir",
                REPORTS.resolve(baseline).toString(),
                "--expected-failures",
                EXPECTED.resolve(baseline + ".yml").toString());
        assertEquals(0, ended.exitCode(), ended::output);
    }
}
