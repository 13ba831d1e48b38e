package dev.sandgate.provider.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Making, emptying and removing cgroup directories, alike in both versions. */
final class CgroupDirectories {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private CgroupDirectories() {}

    /** Processes in the group itself. */
    static List<Long> members(Path group) {
        var pids = new ArrayList<Long>();
        try {
            for (String line : SmallFile.lines(group.resolve("cgroup.procs"))) {
                pids.add(Long.parseLong(line.trim()));
            }
        } catch (IOException e) {
            return List.of();
        }
        return pids;
    }

    /** SIGKILL to whatever is in the groups, until nothing is; then removes them. False when something would not go. */
    static boolean killAndRemove(List<Path> groups) {
        var left = new ArrayList<>(groups);
        return Patience.until(PATIENCE, () -> {
            left.removeIf(CgroupDirectories::remove);
            left.forEach(CgroupDirectories::kill);
            return left.isEmpty();
        });
    }

    private static void kill(Path group) {
        Path all = group.resolve("cgroup.kill");
        if (Files.exists(all)) {
            try {
                SmallFile.write(all, "1");
                return;
            } catch (IOException e) {
                System.getLogger(CgroupDirectories.class.getName()).log(System.Logger.Level.DEBUG, "cgroup.kill", e);
            }
        }
        for (long pid : members(group)) {
            if (pid > 0) {
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    /** True when the group is gone. */
    private static boolean remove(Path group) {
        try {
            Files.delete(group);
            return true;
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
