package dev.sandgate.provider.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Control groups version 2: one tree, where only leaves may hold processes once limits are handed out. */
final class CgroupsV2 implements Cgroups {
    static final Set<String> NEEDED = Set.of("memory", "cpu", "pids");

    private static final String HAND_OUT = "cgroup.subtree_control";
    private static final int TRIES = 20;

    private final Path base;

    private CgroupsV2(Path base) {
        this.base = base;
    }

    /** At the top of the tree, where the rule about leaves does not hold and nobody's processes need to move. */
    static CgroupsV2 atTop(Path top, String instance) throws IOException {
        handOut(top);
        return in(top, instance);
    }

    /**
     * In a group that was delegated to this process: whoever sits in it moves into a leaf beside the sandboxes, because a group that
     * hands out limits may hold no processes itself.
     */
    static CgroupsV2 inOwn(Path own, String instance) throws IOException {
        try {
            handOut(own);
        } catch (IOException occupied) {
            Path leaf = Files.createDirectories(own.resolve(CgroupDetection.PREFIX + instance + "-server"));
            moveAll(own, leaf);
        }
        return in(own, instance);
    }

    private static void moveAll(Path from, Path leaf) throws IOException {
        IOException last = null;
        for (int i = 0; i < TRIES; i++) {
            for (long pid : CgroupDirectories.members(from)) {
                SmallFile.write(leaf.resolve("cgroup.procs"), Long.toString(pid));
            }
            try {
                handOut(from);
                return;
            } catch (IOException e) {
                last = e;
            }
        }
        throw last;
    }

    private static CgroupsV2 in(Path parent, String instance) throws IOException {
        Path base = Files.createDirectories(parent.resolve(CgroupDetection.PREFIX + instance));
        handOut(base);
        return new CgroupsV2(base);
    }

    private static void handOut(Path group) throws IOException {
        Path control = group.resolve(HAND_OUT);
        if (Files.exists(control)
                && Set.copyOf(Arrays.asList(SmallFile.read(control).trim().split(" ")))
                        .containsAll(NEEDED)) {
            return;
        }
        SmallFile.write(control, "+memory +cpu +pids");
    }

    @Override
    public String kind() {
        return "cgroup v2";
    }

    @Override
    public Group create(String name, Shape shape) throws IOException {
        Path directory = Files.createDirectory(base.resolve(name));
        try {
            var group = new Leaf(directory);
            group.limit(shape);
            return group;
        } catch (IOException | RuntimeException e) {
            CgroupDirectories.killAndRemove(List.of(directory));
            throw e;
        }
    }

    @Override
    public List<Path> bases() {
        return List.of(base);
    }

    @Override
    public void close() {
        CgroupDirectories.killAndRemove(List.of(base));
    }

    private record Leaf(Path directory) implements Group {
        @Override
        public List<Path> joins() {
            return List.of(directory.resolve("cgroup.procs"));
        }

        @Override
        public List<Path> directories() {
            return new ArrayList<>(List.of(directory));
        }

        @Override
        public void limit(Shape shape) throws IOException {
            SmallFile.write(directory.resolve("memory.max"), Long.toString(shape.memoryBytes()));
            Path swap = directory.resolve("memory.swap.max");
            if (Files.exists(swap)) {
                SmallFile.write(swap, "0");
            }
            SmallFile.write(directory.resolve("cpu.max"), shape.cpu() * CPU_PERIOD_US + " " + CPU_PERIOD_US);
            SmallFile.write(directory.resolve("pids.max"), Integer.toString(shape.pids()));
        }
    }
}
