package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.Situation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What this machine is and has.
 *
 * @param uid this process's own
 */
record Host(int uid, int cores, long memoryMb, Path bubblewrap) {
    private static final String PROGRAM = "bwrap";

    static Host probe() {
        try {
            return new Host(ownUid(), Runtime.getRuntime().availableProcessors(), memory(), bubblewrapOnPath());
        } catch (IOException e) {
            throw new StartFailure("the embedded provider needs Linux with /proc", e);
        }
    }

    static int ownUid() {
        try {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException | UnsupportedOperationException e) {
            throw new StartFailure("the embedded provider needs Linux with /proc", e);
        }
    }

    /** PROVIDER_REJECTED when somebody asks for more than there is. */
    void check(SandboxSpec spec) {
        if (spec.cpu().filter(wanted -> wanted > cores).isPresent()) {
            throw new SandboxException(
                    Failure.of(Situation.PROVIDER_REJECTED).at("cpu").about("cpu"));
        }
        if (spec.memoryMb().filter(wanted -> wanted > memoryMb).isPresent()) {
            throw new SandboxException(
                    Failure.of(Situation.PROVIDER_REJECTED).at("memory").about("memory"));
        }
    }

    /** The most bytes that a program can make a pipe hold. */
    static long largestPipe() {
        try {
            return Long.parseLong(
                    SmallFile.read(Path.of("/proc/sys/fs/pipe-max-size")).strip());
        } catch (IOException e) {
            throw new StartFailure("the embedded provider needs Linux with /proc", e);
        }
    }

    boolean root() {
        return uid == 0;
    }

    private static Path bubblewrapOnPath() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(Stream.of(path.split(":")), Stream.of("/usr/bin", "/usr/local/bin", "/bin"))
                .filter(directory -> directory.startsWith("/"))
                .map(directory -> Path.of(directory, PROGRAM))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new StartFailure(
                        "the embedded provider needs bubblewrap (bwrap), which is not installed: run liberty/prepare"));
    }

    private static long memory() throws IOException {
        for (String line : SmallFile.lines(Path.of("/proc/meminfo"))) {
            if (line.startsWith("MemTotal:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024;
            }
        }
        throw new IOException("/proc/meminfo");
    }
}
