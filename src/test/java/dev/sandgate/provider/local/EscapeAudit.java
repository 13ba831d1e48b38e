package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.CommandResult;
import dev.sandgate.sandbox.model.OutputLimits;
import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.port.SandboxConnection;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs {@code escape_probe.py} in a real sandbox and returns what it said. Needs nothing but this test's and the provider's classes,
 * so that {@link EscapeIT} can also start it as another user.
 */
final class EscapeAudit {
    private static final String PROBE = "escape_probe.py";
    private static final int DISK_MB = 64;

    private EscapeAudit() {}

    public static void main(String[] arguments) throws IOException {
        lines(Supervisor.packaged()).forEach(System.out::println);
    }

    static List<String> lines(Supervisor supervisor) throws IOException {
        Path root = Files.createTempDirectory(
                Path.of("/tmp"),
                "sandgate-escape",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx--x--x")));
        try (var provider =
                LocalProvider.start(new ProviderId("local"), settings(root), Clock.systemUTC(), supervisor)) {
            return probed(provider, root);
        } finally {
            RootCleaner.delete(root);
        }
    }

    private static LocalSettings settings(Path root) {
        return new LocalSettings(
                root,
                IsolationTier.NAMESPACES_RLIMITS,
                1,
                512,
                DISK_MB,
                128,
                0,
                "none",
                Duration.ofSeconds(30),
                4,
                710_000);
    }

    private static List<String> probed(LocalProvider provider, Path root) throws IOException {
        Sandbox sandbox = provider.create(SandboxSpec.lasting(Duration.ofMinutes(3)));
        try (HostTarget host = HostTarget.open();
                SandboxConnection inside = provider.connect(sandbox.id());
                InputStream probe = EscapeAudit.class.getResourceAsStream(PROBE)) {
            inside.write("/dev/shm/" + PROBE, probe);
            CommandResult result = inside.run(
                    new Command(
                            "exec python3 -IB /dev/shm/" + PROBE,
                            Optional.empty(),
                            host.described(root),
                            Duration.ofSeconds(90)),
                    new OutputLimits(65_536, 0));
            String said = result.stdout().text() + result.stderr().text();
            return said.lines().toList();
        } finally {
            provider.kill(sandbox.id());
        }
    }

    /** What a program in a sandbox must not get at: a process, a directory, a TCP listener and an abstract socket of the host. */
    private record HostTarget(java.net.ServerSocket listener, Process socket, String name) implements AutoCloseable {
        private static final String LISTEN = """
                import socket, sys
                s = socket.socket(socket.AF_UNIX); s.bind("\\0" + sys.argv[1]); s.listen(4)
                print("ready", flush=True)
                sys.stdin.read()
                """;

        static HostTarget open() throws IOException {
            String name = "sandgate-escape-" + ProcessHandle.current().pid();
            var listener = new java.net.ServerSocket(0, 4, java.net.InetAddress.getLoopbackAddress());
            var socket = new ProcessBuilder("/usr/bin/python3", "-IBc", LISTEN, name)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            var target = new HostTarget(listener, socket, name);
            if (socket.getInputStream().read() != 'r') {
                target.close();
                throw new IOException("the host's abstract socket could not be made");
            }
            return target;
        }

        Map<String, String> described(Path directory) throws IOException {
            return Map.of(
                    "HOST_PID", Long.toString(ProcessHandle.current().pid()),
                    "HOST_PORT", Integer.toString(listener.getLocalPort()),
                    "HOST_SOCKET", name,
                    "HOST_DIRECTORY", directory.toString(),
                    "HOST_ADDRESS", ownAddress());
        }

        private static String ownAddress() throws IOException {
            return java.net.NetworkInterface.networkInterfaces()
                    .flatMap(java.net.NetworkInterface::inetAddresses)
                    .filter(address -> address instanceof java.net.Inet4Address && !address.isLoopbackAddress())
                    .map(java.net.InetAddress::getHostAddress)
                    .findFirst()
                    .orElse("198.51.100.1");
        }

        @Override
        public void close() throws IOException {
            listener.close();
            socket.destroyForcibly();
        }
    }

    /** Leaves nothing behind, whatever happened. */
    private static final class RootCleaner {
        static void delete(Path directory) throws IOException {
            try (var files = Files.walk(directory)) {
                for (Path file :
                        files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
