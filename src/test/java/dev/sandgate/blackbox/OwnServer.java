package dev.sandgate.blackbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One more server of the installation under test, with a configuration, a port and a directory of its own. */
public final class OwnServer implements AutoCloseable {

    private static final Path INSTALLATION = Path.of(System.getProperty("wlp.home", "target/liberty/wlp"));
    private static final String SHIPPED = "blackbox";
    private static final String WAR = "apps/sandgate.war";

    private final Path user;
    private final String name;
    private final int port;

    private OwnServer(Path user, String name, int port) {
        this.user = user;
        this.name = name;
        this.port = port;
    }

    /** A server set up like the one under test, but for these {@code sandgate.*} settings; not started yet. */
    public static OwnServer prepared(String name, Map<String, String> settings) {
        return prepared(
                name,
                settings,
                INSTALLATION.resolve("usr/servers").resolve(SHIPPED).resolve(WAR));
    }

    /** The same with another application. */
    public static OwnServer prepared(String name, Map<String, String> settings, Path war) {
        try {
            var user = Path.of("target/own-servers").toAbsolutePath();
            var server = user.resolve("servers").resolve(name);
            delete(server);
            var shipped = INSTALLATION.resolve("usr/servers").resolve(SHIPPED);
            for (var part : List.of("server.xml", "platform.xml", "jvm.options")) {
                Files.createDirectories(server.resolve(part).getParent());
                Files.copy(shipped.resolve(part), server.resolve(part));
            }
            Files.createDirectories(server.resolve(WAR).getParent());
            Files.copy(war, server.resolve(WAR));
            int port = freePort();
            Files.writeString(server.resolve("bootstrap.properties"), "http.port=" + port + "\n");
            var options = new ArrayList<>(Files.readAllLines(server.resolve("jvm.options")));
            settings.forEach((key, value) -> options.add("-D" + key + "=" + value));
            Files.write(server.resolve("jvm.options"), options);
            return new OwnServer(user, name, port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public OwnServer start() {
        run("start");
        return this;
    }

    /** Starts it and returns when the endpoint has answered for the first time. */
    public OwnServer startAndAwaitFirstAnswer() {
        var starting = new Thread(this::start, "server start");
        starting.start();
        Eventually.holds("the first answer", Duration.ofSeconds(60), this::answers);
        try {
            starting.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
        return this;
    }

    private boolean answers() {
        try {
            return Mcp.modern(mcp()).request("server/discover").status() == 200;
        } catch (AssertionError notYet) {
            return false;
        }
    }

    public URI mcp() {
        return URI.create("http://localhost:" + port + "/mcp");
    }

    /** A graceful stop; harmless when it is down. */
    @Override
    public void close() {
        run("stop");
    }

    public long pid() {
        return ServerProcess.listeningOn(port).pid();
    }

    /** SIGKILL, and waiting until the process is gone. */
    public void killHard() {
        var process = ProcessHandle.of(pid()).orElseThrow();
        process.destroyForcibly();
        process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
    }

    public String log() {
        try {
            return Files.readString(user.resolve("servers").resolve(name).resolve("logs/messages.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void run(String action) {
        try {
            var builder = new ProcessBuilder(INSTALLATION.resolve("bin/server").toString(), action, name);
            builder.environment().put("WLP_USER_DIR", user.toString());
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            var process = builder.redirectErrorStream(true).start();
            process.getOutputStream().close();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(120, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("server " + action + " hangs: " + said);
            }
            if (action.equals("start") && process.exitValue() != 0) {
                throw new AssertionError("server " + action + ": " + said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
