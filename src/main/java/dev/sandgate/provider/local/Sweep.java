package dev.sandgate.provider.local;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Removes what a server that crashed left behind. It touches only what is provably of this instance: processes whose number and
 * start time stand in a record of this run of the kernel, and control groups below this instance's own.
 */
final class Sweep {
    private static final System.Logger LOG = System.getLogger(Sweep.class.getName());
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Path root;
    private final String instance;
    private final String boot;

    Sweep(Path root, String instance, String boot) {
        this.root = root;
        this.instance = instance;
        this.boot = boot;
    }

    /** How many sandboxes were left; all directories of the instance are gone afterwards. */
    int run(List<Path> cgroupBases) throws IOException {
        List<SandboxDirectory> directories = SandboxDirectory.all(root);
        var processes = new ArrayList<ProcessIdentity>();
        var groups = new ArrayList<Path>();
        for (SandboxDirectory directory : directories) {
            ProcessRecord.read(directory.record())
                    .filter(record -> record.boot().equals(boot))
                    .ifPresent(record -> {
                        processes.addAll(record.processes());
                        record.groups().stream().filter(this::ours).forEach(groups::add);
                    });
        }
        for (Path base : cgroupBases) {
            groups.addAll(children(base));
        }
        boolean dead = Patience.until(PATIENCE, () -> {
            processes.forEach(ProcessIdentity::kill);
            return processes.stream().noneMatch(ProcessIdentity::alive);
        });
        boolean empty = CgroupDirectories.killAndRemove(groups);
        removeOldBases(groups, cgroupBases);
        if (!dead || !empty) {
            LOG.log(Level.WARNING, "the sweep could not remove everything that a former server left");
        }
        for (SandboxDirectory directory : directories) {
            directory.delete();
        }
        return directories.size();
    }

    /** A record is a file; believe only what names a group of this instance. */
    private boolean ours(Path group) {
        Path parent = group.normalize().getParent();
        return parent != null
                && group.startsWith("/sys/fs/cgroup")
                && parent.getFileName().toString().equals(CgroupDetection.PREFIX + instance);
    }

    private static List<Path> children(Path base) throws IOException {
        try (Stream<Path> entries = Files.list(base)) {
            return entries.filter(Files::isDirectory).toList();
        }
    }

    /** The former server may have sat elsewhere in the tree. */
    private static void removeOldBases(List<Path> groups, List<Path> current) {
        groups.stream()
                .map(Path::getParent)
                .distinct()
                .filter(base -> !current.contains(base) && Files.isDirectory(base))
                .forEach(base -> CgroupDirectories.killAndRemove(List.of(base)));
    }
}
