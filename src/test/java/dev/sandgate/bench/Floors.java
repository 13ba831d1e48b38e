package dev.sandgate.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What starting a program costs on this machine without us, measured by a small C program compiled here. */
record Floors(Samples bubblewrap, Samples forkAndExec, Samples loginShell) {

    private static final List<String> BUBBLEWRAP = List.of(
            "bwrap",
            "--unshare-user",
            "--unshare-pid",
            "--unshare-ipc",
            "--unshare-uts",
            "--unshare-net",
            "--unshare-cgroup",
            "--uid",
            "1000",
            "--gid",
            "1000",
            "--hostname",
            "sandbox",
            "--cap-drop",
            "ALL",
            "--new-session",
            "--clearenv",
            "--ro-bind",
            "/usr",
            "/usr",
            "--symlink",
            "usr/bin",
            "/bin",
            "--symlink",
            "usr/lib",
            "/lib",
            "--symlink",
            "usr/lib64",
            "/lib64",
            "--dir",
            "/etc",
            "--ro-bind",
            "/etc/ld.so.cache",
            "/etc/ld.so.cache",
            "--proc",
            "/proc",
            "--dev",
            "/dev",
            "--tmpfs",
            "/dev/shm",
            "--tmpfs",
            "/tmp",
            "--tmpfs",
            "/home/user",
            "--remount-ro",
            "/",
            "--chdir",
            "/home/user",
            "--",
            "/usr/bin/true");

    static Floors measure() throws IOException, InterruptedException {
        var program = Path.of("target/bench/floor").toAbsolutePath();
        Files.createDirectories(program.getParent());
        said(List.of("gcc", "-O2", "-o", program.toString(), "src/test/c/floor.c"));
        return new Floors(
                timed(program, 100, BUBBLEWRAP),
                timed(program, 1000, List.of("/usr/bin/true")),
                timed(program, 300, List.of("env", "-i", "HOME=/nonexistent", "bash", "-l", "-c", "true")));
    }

    private static Samples timed(Path program, int times, List<String> command)
            throws IOException, InterruptedException {
        var all = new ArrayList<>(List.of(program.toString(), Integer.toString(times)));
        all.addAll(command);
        return Samples.ofMillis(said(all)
                .lines()
                .map(micros -> Double.parseDouble(micros) / 1000)
                .toList());
    }

    private static String said(List<String> command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command.get(0) + " failed: " + said);
        }
        return said;
    }
}
