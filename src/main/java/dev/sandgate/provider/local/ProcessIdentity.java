package dev.sandgate.provider.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process that cannot be mistaken for another one that got its number later.
 *
 * @param startTicks when it started, in ticks since boot (field 22 of /proc/pid/stat)
 */
record ProcessIdentity(long pid, long startTicks) {
    private static final int STATE = 0;
    private static final int START = 19;

    static Optional<ProcessIdentity> of(long pid) {
        return stat(pid).map(fields -> new ProcessIdentity(pid, Long.parseLong(fields[START])));
    }

    /** A zombie counts as gone. */
    boolean alive() {
        return stat(pid)
                .filter(fields -> Long.parseLong(fields[START]) == startTicks)
                .filter(fields -> !fields[STATE].equals("Z") && !fields[STATE].equals("X"))
                .isPresent();
    }

    /** SIGKILL, if it is still this process. */
    void kill() {
        if (alive()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /** The fields after the command's name, which may hold anything. */
    private static Optional<String[]> stat(long pid) {
        try {
            String text = SmallFile.read(Path.of("/proc", Long.toString(pid), "stat"));
            return Optional.of(text.substring(text.lastIndexOf(')') + 2).split(" "));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
