package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Choice and limits, on directories that look like the kernel's. */
class CgroupsTest {
    private static final Shape SHAPE = new Shape(2, 100, 40, 77);

    @TempDir
    Path tree;

    private Path own;

    @BeforeEach
    void looksLikeVersion2() throws IOException {
        own = Files.createDirectories(tree.resolve("app.slice/app.scope"));
        for (Path group : List.of(tree, own)) {
            Files.writeString(group.resolve("cgroup.controllers"), "cpuset cpu io memory pids\n");
            Files.writeString(group.resolve("cgroup.procs"), "");
        }
        Files.writeString(own.resolve("cgroup.type"), "domain\n");
    }

    @Test
    void root_usesTheTopOfTheTree() throws IOException {
        Cgroups cgroups = choose(true, "/app.slice/app.scope");
        assertEquals("cgroup v2", cgroups.kind());
        assertEquals(List.of(tree.resolve("sandgate-abc")), cgroups.bases());
        assertEquals("+memory +cpu +pids", Files.readString(tree.resolve("cgroup.subtree_control")));
    }

    @Test
    void aDelegatedGroup_handsOutLimits() throws IOException {
        Cgroups cgroups = choose(false, "/app.slice/app.scope");
        assertEquals(List.of(own.resolve("sandgate-abc")), cgroups.bases());
        assertEquals("+memory +cpu +pids", Files.readString(own.resolve("cgroup.subtree_control")));
    }

    @Test
    void limits_areWritten_andCanBeChanged() throws IOException {
        Cgroups.Group group = choose(true, "/").create("box", SHAPE);
        Path directory = tree.resolve("sandgate-abc/box");
        assertEquals(List.of(directory.resolve("cgroup.procs")), group.joins());
        assertEquals(Long.toString((100 + 40 + 64 + 64L) << 20), Files.readString(directory.resolve("memory.max")));
        assertEquals("200000 100000", Files.readString(directory.resolve("cpu.max")));
        assertEquals("77", Files.readString(directory.resolve("pids.max")));
        group.limit(SHAPE.with(1, 200));
        assertEquals("100000 100000", Files.readString(directory.resolve("cpu.max")));
    }

    @Test
    void withoutTheControllers_thereAreNone() throws IOException {
        Files.writeString(tree.resolve("cgroup.controllers"), "\n");
        Files.writeString(own.resolve("cgroup.controllers"), "cpu\n");
        assertFalse(choose(true, "/app.slice/app.scope").limiting());
    }

    @Test
    void version1_nestsEachControllerBelowItsOwnGroup() throws IOException {
        var lines = new java.util.ArrayList<String>();
        for (String controller : List.of("memory", "cpu,cpuacct", "pids")) {
            Path mount = Files.createDirectories(tree.resolve("v1").resolve(controller));
            Files.createDirectories(mount.resolve("job"));
            lines.add("30 1 0:1 / " + mount + " rw,relatime - cgroup cgroup rw," + controller);
        }
        var selfCgroup = List.of("3:memory:/job", "2:cpu,cpuacct:/", "1:pids:/job", "0::/");
        Cgroups cgroups = new CgroupDetection(Mounts.parse(lines), selfCgroup).choose("abc", true);
        assertEquals("cgroup v1", cgroups.kind());
        assertTrue(cgroups.bases().contains(tree.resolve("v1/memory/job/sandgate-abc")));
        assertTrue(cgroups.bases().contains(tree.resolve("v1/cpu,cpuacct/sandgate-abc")));
        Cgroups.Group group = cgroups.create("box", SHAPE);
        assertEquals(3, group.joins().size());
        assertEquals("77", Files.readString(tree.resolve("v1/pids/job/sandgate-abc/box/pids.max")));
        assertEquals("200000", Files.readString(tree.resolve("v1/cpu,cpuacct/sandgate-abc/box/cpu.cfs_quota_us")));
    }

    @Test
    void memoryWithSwap_isNeverBelowMemoryWithout() throws IOException {
        Path mount = Files.createDirectories(tree.resolve("v1"));
        var own = new java.util.EnumMap<CgroupsV1.Controller, Path>(CgroupsV1.Controller.class);
        for (CgroupsV1.Controller controller : CgroupsV1.Controller.values()) {
            own.put(controller, Files.createDirectories(mount.resolve(controller.word())));
        }
        Cgroups.Group group = CgroupsV1.below(own, "abc").create("box", SHAPE);
        Path memory = mount.resolve("memory/sandgate-abc/box");
        Files.writeString(memory.resolve("memory.memsw.limit_in_bytes"), "1000\n");
        group.limit(SHAPE);
        assertEquals(
                Files.readString(memory.resolve("memory.limit_in_bytes")),
                Files.readString(memory.resolve("memory.memsw.limit_in_bytes")));
    }

    private Cgroups choose(boolean root, String place) {
        String line = "41 31 0:38 / " + tree + " rw,relatime - cgroup2 cgroup2 rw";
        return new CgroupDetection(Mounts.parse(List.of(line)), List.of("0::" + place)).choose("abc", root);
    }
}
