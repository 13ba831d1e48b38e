package dev.sandgate.blackbox;

import jakarta.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The STDIO side as a host runs it: a process, lines in, lines out. */
final class Stdio implements AutoCloseable {
    static final Path JAR = Path.of("target/sandgate-stdio.jar").toAbsolutePath();

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final StringBuffer errors = new StringBuffer();

    private Stdio(Process process) {
        this.process = process;
        read(process.inputReader(StandardCharsets.UTF_8), lines::add);
        read(
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8)),
                errors::append);
    }

    static Stdio to(String url) {
        try {
            return new Stdio(new ProcessBuilder(List.of("java", "-jar", JAR.toString(), url)).start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void read(BufferedReader from, Consumer<String> to) {
        var thread = new Thread(() -> readLines(from, to), "stdio");
        thread.setDaemon(true);
        thread.start();
    }

    /** Until it ends, or is closed because the process was killed. */
    private static void readLines(BufferedReader from, Consumer<String> to) {
        try {
            for (String line = from.readLine(); line != null; line = from.readLine()) {
                to.accept(line);
            }
        } catch (IOException closed) {
            System.getLogger("stdio").log(System.Logger.Level.DEBUG, "the program's output was closed");
        }
    }

    void say(String line) {
        try {
            OutputStream in = process.getOutputStream();
            in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void request(Object id, String method, JsonObject params) {
        say(Json.object("jsonrpc", "2.0", "id", id, "method", method, "params", params)
                .toString());
    }

    /** The next line that comes, which must be one JSON object. */
    JsonObject hear() {
        try {
            String line = lines.poll(30, TimeUnit.SECONDS);
            if (line == null) {
                throw new AssertionError("nothing was heard; on standard error: " + errors);
            }
            return Json.parse(line);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The legacy handshake. */
    void initialize() {
        request(
                "init",
                "initialize",
                Json.object(
                        "protocolVersion",
                        "2025-11-25",
                        "capabilities",
                        Json.object(),
                        "clientInfo",
                        Json.object("name", "test", "version", "1")));
        hear();
        say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    }

    void call(Object id, String tool, Object... namesAndValues) {
        request(id, "tools/call", Json.object("name", tool, "arguments", Json.object(namesAndValues)));
    }

    /** Ends the input and waits for the program to end. Returns its exit code. */
    int end() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitEnd();
        return process.exitValue();
    }

    /** The signal that a host sends when it is tired of waiting. */
    void terminate() {
        process.destroy();
        awaitEnd();
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                throw new AssertionError("it does not end");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    String errors() {
        return errors.toString();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
