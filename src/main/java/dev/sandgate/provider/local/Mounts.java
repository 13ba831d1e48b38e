package dev.sandgate.provider.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The mount table of this process ({@code /proc/self/mountinfo}). */
final class Mounts {

    /**
     * @param root which part of its file system is mounted
     * @param options of the mount and of its file system
     */
    record Mount(Path root, Path point, String type, Set<String> options) {}

    private final List<Mount> mounts;

    private Mounts(List<Mount> mounts) {
        this.mounts = List.copyOf(mounts);
    }

    static Mounts ofThisProcess() throws IOException {
        return parse(SmallFile.lines(Path.of("/proc/self/mountinfo")));
    }

    static Mounts parse(List<String> lines) {
        var mounts = new ArrayList<Mount>();
        for (String line : lines) {
            String[] halves = line.split(" - ", 2);
            String[] left = halves[0].split(" ", -1);
            String[] right = halves.length == 2 ? halves[1].split(" ") : new String[0];
            if (left.length < 6 || right.length < 3) {
                continue;
            }
            mounts.add(new Mount(
                    Path.of(unescape(left[3])),
                    Path.of(unescape(left[4])),
                    right[0],
                    Set.copyOf(Arrays.asList((left[5] + "," + right[2]).split(",")))));
        }
        return new Mounts(mounts);
    }

    List<Mount> ofType(String type) {
        return mounts.stream().filter(mount -> mount.type().equals(type)).toList();
    }

    /** The mount that a path lies on; of several over each other, the last. */
    Optional<Mount> holding(Path path) {
        Mount best = null;
        for (Mount mount : mounts) {
            boolean holds = path.startsWith(mount.point());
            if (holds
                    && (best == null
                            || mount.point().getNameCount() >= best.point().getNameCount())) {
                best = mount;
            }
        }
        return Optional.ofNullable(best);
    }

    private static String unescape(String text) {
        return text.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }
}
