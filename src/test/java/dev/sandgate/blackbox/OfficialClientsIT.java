package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The official clients do a day's work: {@code src/test/js/day.mjs} says what that is. */
class OfficialClientsIT {

    private static final Duration DAY = Duration.ofMinutes(2);

    @ParameterizedTest
    @ValueSource(strings = {"v1", "legacy", "auto", "2026-07-28"})
    void sdk_worksWithoutAConversation(String mode) {
        succeeds("sdk.mjs", Server.mcp().toString(), mode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "legacy", "auto", "2026-07-28"})
    void sdk_worksInAConversation(String mode) {
        succeeds("sdk.mjs", Server.mcp().toString(), mode, conversation());
    }

    @Test
    void inspector_worksInTheLegacyEra() {
        succeeds("inspector.mjs", Server.mcp().toString(), "legacy", conversation());
    }

    @Test
    void inspector_worksInTheModernEra() {
        succeeds("inspector.mjs", Server.mcp().toString(), "modern", conversation());
    }

    private static void succeeds(String... script) {
        var ended = Node.script(DAY, script);
        assertEquals(0, ended.exitCode(), ended::output);
    }

    private static String conversation() {
        return "day-" + UUID.randomUUID();
    }
}
