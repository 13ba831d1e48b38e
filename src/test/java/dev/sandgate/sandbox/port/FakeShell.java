package dev.sandgate.sandbox.port;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;

/**
 * Small jobs done by the host's bash, with names as bytes: Java's own file names depend on the locale of the machine that runs the
 * tests.
 */
final class FakeShell {
    static final int OK = 0;
    static final int MISSING = 44;
    static final int WRONG_KIND = 45;

    private FakeShell() {}

    record Answer(int exit, byte[] output) {}

    /** @param script ASCII only; put names in with {@link #quote} */
    static Answer run(String script) {
        try {
            var process = new ProcessBuilder(List.of("bash", "--noprofile", "--norc", "-c", script))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            byte[] output = process.getInputStream().readAllBytes();
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("a file operation of the fake hangs");
            }
            return new Answer(process.exitValue(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException();
        }
    }

    static String quote(String text) {
        var quoted = new StringBuilder("$'");
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            quoted.append(String.format("\\x%02x", b & 0xff));
        }
        return quoted.append('\'').toString();
    }

    static void killGroup(Process leader) {
        run("kill -KILL -- -" + leader.pid());
    }

    static void remove(Path directory) {
        run("rm -rf -- " + quote(directory.toString()));
    }
}
