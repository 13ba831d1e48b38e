package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts that are a few lines each. */
class SmallPartsTest {
    @TempDir
    Path directory;

    @Test
    void uids_areLentToOneAtATime() {
        var pool = new UidPool(700_000, "abc");
        int first = pool.take();
        int second = pool.take();
        assertNotEquals(first, second);
        pool.giveBack(first);
        assertEquals(first, pool.take());
        assertTrue(first >= 700_000);
    }

    @Test
    void holdings_goInReverse_andStopAtWhatWillNot() {
        var order = new ArrayList<String>();
        boolean[] willing = {false};
        var holdings = new Holdings();
        holdings.add("first", () -> order.add("first"));
        holdings.add("second", () -> willing[0]);
        holdings.add("third", () -> order.add("third"));
        assertFalse(holdings.release());
        assertEquals(List.of("third"), order);
        willing[0] = true;
        assertTrue(holdings.release());
        assertEquals(List.of("third", "first"), order);
        assertTrue(holdings.release());
    }

    @Test
    void paths_areMadeAbsolute_butNotResolved() {
        assertEquals("/home/user/a/b", new SandboxPath("./a//b").absolute());
        assertEquals("/home/user/../x", new SandboxPath("../x").absolute());
        assertEquals("/", new SandboxPath("/").absolute());
        assertEquals("/x", new SandboxPath("/").child("x"));
        assertTrue(new SandboxPath("a/b").temporary().matches("a/\\.sandgate-[0-9a-f]{16}"));
        for (String wrong : List.of("", "a\0b", "x".repeat(5000))) {
            var failure = assertThrows(SandboxException.class, () -> new SandboxPath(wrong))
                    .failure();
            assertEquals(Optional.of("path"), failure.field());
        }
    }

    @Test
    void environments_areMerged_andImpossibleOnesRefused() {
        assertEquals(List.of("A=2"), Envs.assignments(Map.of("A", "1"), Map.of("A", "2")));
        for (var wrong : List.of(Map.of("", "x"), Map.of("A=", "x"), Map.of("A\0", "x"), Map.of("A", "x\0"))) {
            var failure = assertThrows(SandboxException.class, () -> Envs.checked(wrong))
                    .failure();
            assertEquals(Situation.BAD_ARGUMENT, failure.situation());
            assertEquals(Optional.of("envs"), failure.field());
        }
    }

    @Test
    void thisProcess_isItself_andNotAnother() {
        long pid = ProcessHandle.current().pid();
        ProcessIdentity self = ProcessIdentity.of(pid).orElseThrow();
        assertTrue(self.alive());
        assertFalse(new ProcessIdentity(pid, self.startTicks() + 1).alive());
        new ProcessIdentity(pid, self.startTicks() + 1).kill();
    }

    @Test
    void processRecords_surviveTheDisk_andHalfOnesAreNone() throws IOException {
        Path file = directory.resolve("process");
        assertEquals(Optional.empty(), ProcessRecord.read(file));
        var record = new ProcessRecord("boot", List.of(new ProcessIdentity(5, 6)), List.of(Path.of("/sys/x y")));
        record.write(file);
        assertEquals(Optional.of(record), ProcessRecord.read(file));
        Files.writeString(file, "process=5");
        assertEquals(Optional.empty(), ProcessRecord.read(file));
    }

    @Test
    void mounts_areFoundByPath() {
        var mounts = Mounts.parse(List.of(
                "1 0 8:1 / / rw - ext4 /dev/sda rw",
                "2 1 0:5 / /run rw,noexec - tmpfs tmpfs rw,size=1",
                "3 1 0:6 / /with\\040space rw - tmpfs tmpfs rw",
                "nonsense"));
        assertTrue(mounts.holding(Path.of("/run/x")).orElseThrow().options().contains("noexec"));
        assertFalse(mounts.holding(Path.of("/runner")).orElseThrow().options().contains("noexec"));
        assertEquals(
                "tmpfs", mounts.holding(Path.of("/with space/y")).orElseThrow().type());
    }

    @Test
    void settings_nameTheKey() {
        LocalSettings good = LocalSettings.defaults("x");
        var wrong = assertThrows(IllegalArgumentException.class, () -> good.withWarmPool(-1));
        assertTrue(wrong.getMessage().startsWith("sandgate.local.warm-pool"));
        assertEquals(IsolationTier.NAMESPACES_CGROUPS, IsolationTier.parse("namespaces+cgroups"));
        assertFalse(IsolationTier.NAMESPACES_RLIMITS.meets(IsolationTier.NAMESPACES_CGROUPS));
    }

    @Test
    void patience_ends_andAnInterruptDoesNotEndIt() {
        assertFalse(Patience.until(Duration.ofMillis(20), () -> false));
        Thread.currentThread().interrupt();
        int[] asked = {0};
        assertTrue(Patience.until(Duration.ofSeconds(5), () -> ++asked[0] == 3));
        assertTrue(Thread.interrupted());
    }

    @Test
    void oneTurnAtATime_forEachKernel() throws Exception {
        var kernels = new Kernels();
        var failure = kernels.inTurn("python", Duration.ofSeconds(1), () -> {
            var other = new java.util.concurrent.CompletableFuture<Throwable>();
            new Thread(() -> {
                        try {
                            kernels.inTurn("python", Duration.ofMillis(20), () -> "never");
                        } catch (SandboxException e) {
                            other.complete(e);
                        }
                    })
                    .start();
            return other.join();
        });
        assertEquals(Situation.TIMED_OUT, ((SandboxException) failure).failure().situation());
        assertEquals("yes", kernels.inTurn("python", Duration.ofSeconds(1), () -> "yes"));
    }

    @Test
    void frames_holdWhatWasPut_andRefuseTooMuch() {
        var frame = new FrameWriter(Frames.RUN, 7)
                .str("x".repeat(1000))
                .list(List.of("a", "é"))
                .done();
        assertEquals(frame.remaining() - 4, frame.getInt(0));
        assertEquals(1000, frame.getInt(9));
        var writer = new FrameWriter(Frames.RUN, 7);
        var failure = assertThrows(SandboxException.class, () -> writer.str("x".repeat(Frames.MAX_BODY)))
                .failure();
        assertEquals(Situation.TOO_LARGE, failure.situation());
    }
}
