package dev.sandgate.provider.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The walls of a sandbox, as arguments of bubblewrap. Its root is the host's programs, read-only; what it may write are memory file
 * systems of a fixed size.
 */
final class Bubblewrap {
    private static final String PROGRAMS_INSIDE = "/run/sandgate/bin";
    private static final String CONTROL_INSIDE = "/run/sandgate/control";
    private static final List<String> HOST_DIRECTORIES = List.of("bin", "sbin", "lib", "lib64", "lib32", "libx32");
    /** Read-only parts of the host's /etc that programs need and that hold nothing private. */
    private static final List<String> HOST_ETC = List.of(
            "alternatives",
            "ld.so.cache",
            "ld.so.conf",
            "ld.so.conf.d",
            "localtime",
            "mime.types",
            "protocols",
            "services",
            "ssl/certs",
            "ssl/openssl.cnf",
            "ca-certificates",
            "fonts",
            "chromium",
            "chromium.d",
            "R");

    private final List<String> common = new ArrayList<>();
    private final Path program;
    private final Programs programs;

    Bubblewrap(Path program, Programs programs, EtcFiles etc) throws IOException {
        this.program = program;
        this.programs = programs;
        add("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net", "--unshare-cgroup");
        if (knows("--disable-userns")) {
            add("--disable-userns");
        }
        add("--as-pid-1", "--new-session", "--uid", "1000", "--gid", "1000", "--hostname", "sandbox");
        add("--cap-drop", "ALL", "--clearenv", "--ro-bind", "/usr", "/usr");
        for (String name : HOST_DIRECTORIES) {
            hostDirectory(name);
        }
        directory("/etc");
        for (String name : HOST_ETC) {
            add("--ro-bind-try", "/etc/" + name, "/etc/" + name);
        }
        for (String name : etc.names()) {
            add("--ro-bind", etc.directory().resolve(name).toString(), "/etc/" + name);
        }
        add("--symlink", "../usr/lib/os-release", "/etc/os-release", "--proc", "/proc", "--dev", "/dev");
        directory("/home");
        directory("/var");
        add("--symlink", "../tmp", "/var/tmp");
        directory("/run");
        directory("/run/sandgate");
        add("--ro-bind", programs.directory().toString(), PROGRAMS_INSIDE);
    }

    Path program() {
        return program;
    }

    List<String> command() {
        return programs.init(Path.of(PROGRAMS_INSIDE));
    }

    List<String> arguments(Shape shape, Path control) {
        var all = new ArrayList<>(common);
        all.addAll(List.of("--ro-bind", control.toString(), CONTROL_INSIDE));
        all.addAll(memory("/dev/shm", "1777", Shape.SHM_MB));
        all.addAll(memory("/tmp", "1777", shape.tmpMb()));
        all.addAll(memory("/home/user", "0755", shape.diskMb()));
        // Without these two, / and /dev are memory file systems without a limit.
        all.addAll(List.of("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/home/user"));
        return all;
    }

    private static List<String> memory(String point, String mode, int megabytes) {
        return List.of("--perms", mode, "--size", Long.toString(Shape.bytes(megabytes)), "--tmpfs", point);
    }

    private void directory(String path) {
        add("--perms", "0755", "--dir", path);
    }

    private void hostDirectory(String name) throws IOException {
        Path host = Path.of("/", name);
        if (Files.isSymbolicLink(host)) {
            add("--symlink", Files.readSymbolicLink(host).toString(), host.toString());
        } else if (Files.isDirectory(host)) {
            add("--ro-bind", host.toString(), host.toString());
        }
    }

    private void add(String... arguments) {
        common.addAll(List.of(arguments));
    }

    /** Older versions lack some walls that the system call filter then holds alone. */
    private boolean knows(String option) throws IOException {
        Process help = new ProcessBuilder(program.toString(), "--help")
                .redirectErrorStream(true)
                .start();
        try (var in = help.getInputStream()) {
            help.getOutputStream().close();
            return new String(in.readNBytes(1 << 16), StandardCharsets.UTF_8).contains(option);
        } finally {
            if (!exits(help)) {
                help.destroyForcibly();
            }
        }
    }

    private static boolean exits(Process process) {
        try {
            return process.waitFor(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
