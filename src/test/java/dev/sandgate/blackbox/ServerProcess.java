package dev.sandgate.blackbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The operating system's view of the process that listens on a loopback port. Linux only. */
public record ServerProcess(long pid) {

    private static final int LISTEN = 0x0A;
    private static final Pattern USED = Pattern.compile("used (\\d+)K");

    /** The server under test. */
    public static ServerProcess underTest() {
        return listeningOn(Server.port());
    }

    public static ServerProcess listeningOn(int port) {
        try {
            var socket = "socket:[" + inode(port) + "]";
            try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
                for (var process : processes) {
                    if (holds(process, socket)) {
                        return new ServerProcess(
                                Long.parseLong(process.getFileName().toString()));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("no process of ours listens on port " + port);
    }

    /** Bytes of Java heap in use after a full collection. */
    public long heapAfterCollection() {
        jcmd("GC.run");
        var info = USED.matcher(jcmd("GC.heap_info"));
        if (!info.find()) {
            throw new AssertionError("jcmd said nothing about the heap");
        }
        return Long.parseLong(info.group(1)) * 1024;
    }

    /** Resident memory in bytes. */
    public long resident() {
        return Long.parseLong(statusLine("VmRSS").replaceAll("\\D", "")) * 1024;
    }

    /** Processor time used so far, in milliseconds, to the kernel's 10 ms. */
    public long cpuMillis() {
        var stat = read(Path.of("/proc/" + pid + "/stat"));
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * 10;
    }

    public int threads() {
        return Integer.parseInt(statusLine("Threads").replaceAll("\\D", ""));
    }

    private String statusLine(String name) {
        return read(Path.of("/proc/" + pid + "/status"))
                .lines()
                .filter(line -> line.startsWith(name + ":"))
                .findFirst()
                .orElseThrow();
    }

    private String jcmd(String command) {
        try {
            var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
            var process = new ProcessBuilder(jcmd, Long.toString(pid), command)
                    .redirectErrorStream(true)
                    .start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new AssertionError("jcmd: " + said);
            }
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static String inode(int port) throws IOException {
        var suffix = String.format(":%04X", port);
        for (var table : new String[] {"/proc/net/tcp", "/proc/net/tcp6"}) {
            for (var line : Files.readAllLines(Path.of(table))) {
                var fields = line.strip().split("\\s+", -1);
                if (fields[1].endsWith(suffix)
                        && fields[3].length() == 2
                        && Integer.parseInt(fields[3], 16) == LISTEN) {
                    return fields[9];
                }
            }
        }
        throw new AssertionError("nobody listens on port " + port);
    }

    private static boolean holds(Path process, String socket) {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (var descriptor : descriptors) {
                if (Files.isSymbolicLink(descriptor)
                        && Files.readSymbolicLink(descriptor).toString().equals(socket)) {
                    return true;
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException goneOrForeign) {
            return false;
        }
        return false;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
