package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.ProviderId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that is killed leaves sandboxes; the next one removes them, and without a next one they end themselves. */
@Timeout(90)
class CrashIT {
    private final Path root = RealProvider.freshRoot();

    @AfterEach
    void clean() throws IOException {
        RealProvider.delete(root);
    }

    @Test
    @SuppressWarnings("try") // it is there, which is all that is wanted
    void theNextServer_sweepsWhatIsProvablyItsOwn() throws Exception {
        List<ProcessRecord> left = crash(60);
        assertTrue(left.size() >= 2);
        assertTrue(left.stream().allMatch(record -> record.processes().get(0).alive()));
        var settings = LocalSettings.defaults("crash").withRoot(root).withWarmPool(0);
        try (var provider = LocalProvider.start(new ProviderId("local"), settings, Clock.systemUTC())) {
            assertGone(left);
            assertEquals(List.of(), SandboxDirectory.all(root));
            assertTrue(provider.isolation().meets(IsolationTier.NAMESPACES_RLIMITS));
            var second = assertThrows(
                    StartFailure.class,
                    () -> LocalProvider.start(new ProviderId("local"), settings, Clock.systemUTC()));
            assertTrue(second.getMessage().startsWith("sandgate.local.root"));
        }
    }

    @Test
    void withoutAServer_sandboxesEndAfterTheOrphanWindow() throws Exception {
        List<ProcessRecord> left = crash(2);
        assertTrue(Patience.until(
                Duration.ofSeconds(20),
                () -> left.stream()
                        .flatMap(record -> record.processes().stream())
                        .noneMatch(ProcessIdentity::alive)));
        var settings = LocalSettings.defaults("crash").withRoot(root).withWarmPool(0);
        LocalProvider.start(new ProviderId("local"), settings, Clock.systemUTC())
                .close();
        assertGone(left);
    }

    private static void assertGone(List<ProcessRecord> left) {
        for (ProcessRecord record : left) {
            record.processes().forEach(process -> assertFalse(process.alive()));
            record.groups().forEach(group -> assertFalse(Files.exists(group), group.toString()));
        }
    }

    private List<ProcessRecord> crash(int orphanSeconds) throws Exception {
        Process server = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashingServer.class.getName(),
                        root.toString(),
                        Integer.toString(orphanSeconds))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var said = new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
            assertEquals("ready", said.readLine());
            return SandboxDirectory.all(root).stream()
                    .flatMap(directory -> ProcessRecord.read(directory.record()).stream())
                    .toList();
        } finally {
            server.destroyForcibly();
            assertTrue(server.waitFor(10, TimeUnit.SECONDS));
        }
    }
}
