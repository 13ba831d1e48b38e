package dev.sandgate.provider.local;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * What the launcher and then the supervisor read from their standard input: each a 32-bit length and that many bytes of
 * NUL-terminated {@code key=value}. Nothing of it appears in a command line.
 */
final class LaunchPlan {
    private static final int OPEN_FILES = 8192;
    private static final List<String> ENVIRONMENT = List.of(
            "HOME=/home/user",
            "PATH=/usr/local/bin:/usr/bin:/bin",
            "LANG=C.UTF-8",
            "USER=user",
            "LOGNAME=user",
            "SHELL=/bin/bash");

    private final List<String> launcher = new ArrayList<>();
    private final List<String> supervisor = new ArrayList<>();

    LaunchPlan(Bubblewrap walls, Shape shape, Path control) {
        launcher.add("bwrap=" + walls.program());
        walls.arguments(shape, control).forEach(argument -> launcher.add("arg=" + argument));
        walls.command().forEach(word -> launcher.add("cmd=" + word));
        launcher.add("rlimit=core:0");
        launcher.add("rlimit=nofile:" + OPEN_FILES);
        ENVIRONMENT.forEach(variable -> supervisor.add("env=" + variable));
    }

    LaunchPlan runningAs(Optional<Integer> uid) {
        uid.ifPresent(number -> {
            launcher.add("uid=" + number);
            launcher.add("gid=" + number);
        });
        return this;
    }

    LaunchPlan joining(List<Path> groups) {
        groups.forEach(file -> launcher.add("join=" + file));
        return this;
    }

    /** Counted inside the sandbox's own user namespace; set outside, it would keep bubblewrap from starting. */
    LaunchPlan withProcessLimit(int pids) {
        supervisor.add("rlimit=nproc:" + pids);
        return this;
    }

    LaunchPlan proving(byte[] secret, long orphanMillis) {
        supervisor.add("secret=" + HexFormat.of().formatHex(secret));
        supervisor.add("orphan=" + orphanMillis);
        return this;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(block(launcher));
        out.write(block(supervisor));
        out.flush();
    }

    private static byte[] block(List<String> entries) {
        byte[] text = String.join("\0", entries).concat("\0").getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Integer.BYTES + text.length)
                .putInt(text.length)
                .put(text)
                .array();
    }
}
