package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** No way out of a sandbox that we know of works; one test for each, as the user of this test and as one without rights. */
@Timeout(150)
class EscapeIT {
    private static final int WAYS_OUT = 104;
    private static final String NOBODY_SPECIAL = "54321";

    @TestFactory
    Stream<DynamicTest> asTheServersUser() throws IOException {
        return tests(EscapeAudit.lines(Supervisor.packaged()));
    }

    @TestFactory
    Stream<DynamicTest> withTheSupervisorInPython() throws IOException {
        return tests(EscapeAudit.lines(Supervisor.PYTHON));
    }

    @TestFactory
    Stream<DynamicTest> asAPlainUser(@TempDir Path directory) throws Exception {
        assumeTrue(Host.ownUid() == 0, "this test runs as a plain user anyway");
        assertTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "setpriv is not installed: run liberty/prepare");
        Path classes = copiedClasses(directory);
        Process java = asNobody(directory, classes.toString());
        assumeTrue(canRunJava(directory), "this Java is not readable by other users");
        String said = new String(java.getInputStream().readNBytes(1 << 20), StandardCharsets.UTF_8);
        assertTrue(java.waitFor(10, TimeUnit.SECONDS));
        assertEquals(0, java.exitValue(), said);
        return tests(said.lines().toList());
    }

    private static Stream<DynamicTest> tests(List<String> lines) {
        var tests = new ArrayList<DynamicTest>();
        tests.add(DynamicTest.dynamicTest("the probe tried everything", () -> {
            long tried = lines.stream()
                    .filter(line -> line.matches("(PASS|FAIL) .*"))
                    .count();
            assertTrue(lines.contains("DONE") && tried >= WAYS_OUT, () -> String.join("\n", lines));
        }));
        lines.stream()
                .filter(line -> line.matches("(PASS|FAIL) .*"))
                .map(line -> DynamicTest.dynamicTest(
                        line.substring(5, line.indexOf(" |")), () -> assertTrue(line.startsWith("PASS"), line)))
                .forEach(tests::add);
        return tests.stream();
    }

    private static Process asNobody(Path directory, String classes) throws IOException {
        return new ProcessBuilder(
                        "/usr/bin/setpriv",
                        "--reuid",
                        NOBODY_SPECIAL,
                        "--regid",
                        NOBODY_SPECIAL,
                        "--clear-groups",
                        "--inh-caps=-all",
                        "--",
                        java(),
                        "-Xmx128m",
                        "-cp",
                        classes,
                        EscapeAudit.class.getName())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
    }

    private static boolean canRunJava(Path directory) throws Exception {
        var version = new ProcessBuilder(
                        "/usr/bin/setpriv", "--reuid", NOBODY_SPECIAL, "--clear-groups", "--", java(), "-version")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return version.waitFor(30, TimeUnit.SECONDS) && version.exitValue() == 0;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The build directory may lie where another user cannot read. */
    private static Path copiedClasses(Path directory) throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path to = Files.createDirectory(directory.resolve("classes"));
        for (Class<?> inside : List.of(LocalProvider.class, EscapeAudit.class)) {
            Path from = Path.of(
                    inside.getProtectionDomain().getCodeSource().getLocation().toURI());
            try (var files = Files.walk(from)) {
                for (Path file : files.toList()) {
                    copy(file, to.resolve(from.relativize(file).toString()));
                }
            }
        }
        return to;
    }

    private static void copy(Path from, Path to) throws IOException {
        if (Files.isDirectory(from)) {
            Files.createDirectories(to);
        } else {
            Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
