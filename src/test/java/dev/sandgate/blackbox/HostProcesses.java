package dev.sandgate.blackbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the host's process table, cgroup tree and mount table show of sandboxes. */
final class HostProcesses {

    private static final Path PROC = Path.of("/proc");
    private static final Pattern GROUP = Pattern.compile("sandgate-[0-9a-f]{12}");

    private HostProcesses() {}

    /** Processes in whose command line this stands. */
    static Set<Long> saying(String words) {
        return having(
                process -> read(process.resolve("cmdline")).replace('\0', ' ').contains(words));
    }

    /** What runs below this process now, sandboxes included. */
    static Set<ProcessHandle> below(long pid) {
        return ProcessHandle.of(pid).orElseThrow().descendants().collect(Collectors.toSet());
    }

    /** The name that a server's control groups have, seen at one of its processes; none where there are no control groups. */
    static Optional<String> groupOf(ProcessHandle process) {
        var group = GROUP.matcher(read(PROC.resolve(process.pid() + "/cgroup")));
        return group.find() ? Optional.of(group.group()) : Optional.empty();
    }

    static Set<Long> inGroup(String group) {
        return having(process -> read(process.resolve("cgroup")).contains("/" + group));
    }

    /** The first process of the sandbox that this process runs in: the ancestor that is pid 1 in there. */
    static long firstOf(long inside) {
        for (long pid = inside; pid > 1; pid = Long.parseLong(status(pid, "PPid"))) {
            var namespaces = status(pid, "NSpid").split("\\s+", -1);
            if (namespaces.length > 1 && namespaces[namespaces.length - 1].equals("1")) {
                return pid;
            }
        }
        throw new AssertionError("process " + inside + " is in no sandbox");
    }

    /** Directories of this name in the cgroup tree. */
    static Set<Path> controlGroups(String name) {
        try (Stream<Path> tree = Files.find(
                Path.of("/sys/fs/cgroup"),
                12,
                (path, attributes) -> attributes.isDirectory()
                        && path.getFileName().toString().equals(name))) {
            return tree.collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException | UncheckedIOException e) {
            throw new AssertionError("the cgroup tree changed while it was read", e);
        }
    }

    /** Lines of the mount table that name the directory of a server with such control groups: it has the same number. */
    static Set<String> mounts(String group) {
        var directory = "/" + group.substring("sandgate-".length());
        return read(PROC.resolve("self/mountinfo"))
                .lines()
                .filter(line -> line.contains(directory))
                .collect(Collectors.toSet());
    }

    private static Set<Long> having(Predicate<Path> quality) {
        try (Stream<Path> processes = Files.list(PROC)) {
            return processes
                    .filter(path -> path.getFileName().toString().matches("\\d+"))
                    .filter(quality)
                    .map(path -> Long.valueOf(path.getFileName().toString()))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String status(long pid, String name) {
        return read(PROC.resolve(pid + "/status"))
                .lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElseThrow(() -> new AssertionError("process " + pid + " is gone"));
    }

    /** A process that has ended meanwhile reads as empty. */
    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException gone) {
            return "";
        }
    }
}
