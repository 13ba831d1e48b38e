package dev.sandgate.provider.local;

import dev.sandgate.provider.local.CgroupsV1.Controller;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds out which control groups this process may use, from its mount table and its place in the trees. */
final class CgroupDetection {
    static final String PREFIX = "sandgate-";
    private static final System.Logger LOG = System.getLogger(CgroupDetection.class.getName());

    private final Mounts mounts;
    /** By controller, this process's place in its tree; version 2 has the empty name. */
    private final Map<String, Path> places = new HashMap<>();

    /** @param selfCgroup lines of {@code /proc/self/cgroup} */
    CgroupDetection(Mounts mounts, List<String> selfCgroup) {
        this.mounts = mounts;
        for (String line : selfCgroup) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3) {
                for (String controller : parts[1].split(",", -1)) {
                    places.put(controller, Path.of(parts[2]));
                }
            }
        }
    }

    static Cgroups detect(String instance, boolean root) {
        try {
            var detection = new CgroupDetection(Mounts.ofThisProcess(), SmallFile.lines(Path.of("/proc/self/cgroup")));
            return detection.choose(instance, root);
        } catch (IOException e) {
            LOG.log(Level.INFO, "no control groups", e);
            return new Cgroups.None();
        }
    }

    Cgroups choose(String instance, boolean root) {
        return version2(instance, root).or(() -> version1(instance)).orElseGet(Cgroups.None::new);
    }

    private Optional<Cgroups> version2(String instance, boolean root) {
        for (Mounts.Mount mount : mounts.ofType("cgroup2")) {
            boolean top = !Files.exists(mount.point().resolve("cgroup.type"));
            if (root && top && controllers(mount.point()).containsAll(CgroupsV2.NEEDED)) {
                var chosen = attempt(() -> CgroupsV2.atTop(mount.point(), instance));
                if (chosen.isPresent()) {
                    return chosen;
                }
            }
            var own = place(mount, "").filter(path -> controllers(path).containsAll(CgroupsV2.NEEDED));
            if (own.isPresent() && Files.isWritable(own.get())) {
                var chosen = attempt(() -> CgroupsV2.inOwn(own.get(), instance));
                if (chosen.isPresent()) {
                    return chosen;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Cgroups> version1(String instance) {
        var own = new EnumMap<Controller, Path>(Controller.class);
        for (Controller controller : Controller.values()) {
            Optional<Path> place = mounts.ofType("cgroup").stream()
                    .filter(mount -> mount.options().contains(controller.word()))
                    .flatMap(mount -> place(mount, controller.word()).stream())
                    .filter(Files::isWritable)
                    .findFirst();
            if (place.isPresent()) {
                own.put(controller, place.get());
            } else if (controller.needed()) {
                return Optional.empty();
            }
        }
        return attempt(() -> CgroupsV1.below(own, instance));
    }

    /** Where this process is, seen through a mount that may show only a part of the tree. */
    private Optional<Path> place(Mounts.Mount mount, String controller) {
        Path place = places.get(controller);
        if (place == null) {
            return Optional.empty();
        }
        Path seen = place.startsWith(mount.root())
                ? mount.point().resolve(mount.root().relativize(place))
                : mount.point().resolve(Path.of("/").relativize(place));
        return Optional.of(seen.normalize()).filter(Files::isDirectory);
    }

    private static Set<String> controllers(Path group) {
        try {
            return Set.copyOf(Arrays.asList(
                    SmallFile.read(group.resolve("cgroup.controllers")).trim().split(" ")));
        } catch (IOException e) {
            return Set.of();
        }
    }

    private interface Attempt {
        Cgroups make() throws IOException;
    }

    private static Optional<Cgroups> attempt(Attempt attempt) {
        try {
            return Optional.of(attempt.make());
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "control groups that cannot be used", e);
            return Optional.empty();
        }
    }
}
