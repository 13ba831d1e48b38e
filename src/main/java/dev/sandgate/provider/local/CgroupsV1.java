package dev.sandgate.provider.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Control groups version 1: one tree a controller, in each a group below this process's own. Memory has to nest there, or a limit on
 * the server would not hold its sandboxes.
 */
final class CgroupsV1 implements Cgroups {

    /** The freezer limits nothing; it is for pausing. */
    enum Controller {
        MEMORY,
        CPU,
        PIDS,
        FREEZER;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean needed() {
            return this != FREEZER;
        }
    }

    private final Map<Controller, Path> bases;

    private CgroupsV1(Map<Controller, Path> bases) {
        this.bases = bases;
    }

    /**
     * @param own for each controller, this process's group
     * @throws IOException when a group cannot be made there
     */
    static CgroupsV1 below(Map<Controller, Path> own, String instance) throws IOException {
        var bases = new EnumMap<Controller, Path>(Controller.class);
        for (var entry : own.entrySet()) {
            bases.put(
                    entry.getKey(),
                    Files.createDirectories(entry.getValue().resolve(CgroupDetection.PREFIX + instance)));
        }
        return new CgroupsV1(bases);
    }

    @Override
    public String kind() {
        return "cgroup v1";
    }

    @Override
    public Group create(String name, Shape shape) throws IOException {
        var made = new EnumMap<Controller, Path>(Controller.class);
        try {
            for (var base : bases.entrySet()) {
                made.put(base.getKey(), Files.createDirectory(base.getValue().resolve(name)));
            }
            var group = new Groups(made);
            group.limit(shape);
            return group;
        } catch (IOException | RuntimeException e) {
            CgroupDirectories.killAndRemove(List.copyOf(made.values()));
            throw e;
        }
    }

    @Override
    public List<Path> bases() {
        return List.copyOf(bases.values());
    }

    @Override
    public void close() {
        CgroupDirectories.killAndRemove(bases());
    }

    private record Groups(Map<Controller, Path> directory) implements Group {
        @Override
        public List<Path> joins() {
            return directory.values().stream()
                    .map(path -> path.resolve("cgroup.procs"))
                    .toList();
        }

        @Override
        public List<Path> directories() {
            return new ArrayList<>(directory.values());
        }

        @Override
        public void limit(Shape shape) throws IOException {
            limitMemory(directory.get(Controller.MEMORY), shape.memoryBytes());
            Path cpu = directory.get(Controller.CPU);
            SmallFile.write(cpu.resolve("cpu.cfs_period_us"), Integer.toString(CPU_PERIOD_US));
            SmallFile.write(cpu.resolve("cpu.cfs_quota_us"), Integer.toString(shape.cpu() * CPU_PERIOD_US));
            SmallFile.write(directory.get(Controller.PIDS).resolve("pids.max"), Integer.toString(shape.pids()));
        }

        /** The limit with swap may never be below the one without, whichever way both move. */
        private static void limitMemory(Path memory, long bytes) throws IOException {
            Path plain = memory.resolve("memory.limit_in_bytes");
            Path swap = memory.resolve("memory.memsw.limit_in_bytes");
            String value = Long.toString(bytes);
            if (!Files.exists(swap)) {
                SmallFile.write(plain, value);
            } else if (bytes > Long.parseLong(SmallFile.read(swap).trim())) {
                SmallFile.write(swap, value);
                SmallFile.write(plain, value);
            } else {
                SmallFile.write(plain, value);
                SmallFile.write(swap, value);
            }
        }
    }
}
