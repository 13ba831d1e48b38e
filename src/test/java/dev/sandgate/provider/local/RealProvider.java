package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sandgate.sandbox.model.ProviderId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;

/** A provider with real sandboxes in a directory of its own; closing it checks that nothing is left. */
record RealProvider(LocalProvider provider, Path root) implements AutoCloseable {

    static RealProvider start(int warmPool) {
        return start(warmPool, Supervisor.packaged());
    }

    static RealProvider start(int warmPool, Supervisor supervisor) {
        Path root = freshRoot();
        var settings = LocalSettings.defaults("test").withRoot(root).withWarmPool(warmPool);
        return new RealProvider(
                LocalProvider.start(new ProviderId("local"), settings, Clock.systemUTC(), supervisor), root);
    }

    static Path freshRoot() {
        try {
            Path root = Files.createTempDirectory(Path.of("/tmp"), "sandgate-it");
            return Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx--x--x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Override
    public void close() throws IOException {
        provider.close();
        assertEquals(List.of(), SandboxDirectory.all(root));
        delete(root);
    }
}
