package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is left when a server stops or dies, and what a start makes of it. On servers of its own. */
class StartStopIT {

    private static final int ORPHAN_WINDOW = 4;
    private static final Duration SOON = Duration.ofSeconds(15);

    private final Set<Long> processes = HostProcesses.ofSandboxes();
    private final Set<Path> groups = HostProcesses.controlGroups();
    private final Set<String> mounts = HostProcesses.mounts();

    @Test
    void gracefulStop_leavesNothing() {
        try (var server = OwnServer.prepared("stopped", Map.of("sandgate.local.warm-pool", "1"))
                .start()) {
            occupied(server.mcp());
        }
        nothingIsLeft(Duration.ofSeconds(5));
    }

    @Test
    void kill_leavesNothingAfterTheOrphanWindow_andTheNextStartWorks() {
        var settings = Map.of(
                "sandgate.local.orphan-window", Integer.toString(ORPHAN_WINDOW), "sandgate.local.warm-pool", "1");
        try (var server = OwnServer.prepared("killed", settings).start()) {
            occupied(server.mcp());
            server.killHard();
            Eventually.holds(
                    "the orphans end",
                    Duration.ofSeconds(ORPHAN_WINDOW).plus(SOON),
                    () -> more(processes, HostProcesses.ofSandboxes()).isEmpty());
            server.start();
            occupied(server.mcp());
        }
        nothingIsLeft(Duration.ofSeconds(5));
    }

    @Test
    void startRightAfterAKill_sweepsTheOrphans() {
        var settings = Map.of("sandgate.local.orphan-window", "600", "sandgate.local.warm-pool", "0");
        try (var server = OwnServer.prepared("swept", settings).start()) {
            var orphan = occupied(server.mcp());
            var left = more(processes, HostProcesses.ofSandboxes());
            assertFalse(left.isEmpty());
            server.killHard();
            server.start();
            var alive = new HashSet<>(HostProcesses.ofSandboxes());
            alive.retainAll(left);
            assertEquals(Set.of(), alive);
            Mcp.modern(server.mcp()).call("get_sandbox", "sandbox_id", orphan).failure("not_found");
        }
        nothingIsLeft(Duration.ofSeconds(5));
    }

    @Test
    void sessions_areCappedAndEndWhenIdle() {
        var settings = Map.of(
                "sandgate.mcp.session.max", "3",
                "sandgate.mcp.session.idle", "3",
                "sandgate.local.warm-pool", "0");
        try (var server = OwnServer.prepared("sessions", settings).start()) {
            var stranger = Mcp.stranger(server.mcp());
            var sessions = List.of(stranger.initialized(), stranger.initialized(), stranger.initialized());
            var sandbox = sessions.get(0)
                    .call("run_command", "command", "true")
                    .structured()
                    .getString("sandbox_id");
            stranger.initialize(Mcp.LEGACY).status(503);
            Mcp.modern(server.mcp()).request("tools/list").result();
            Eventually.holds(
                    "there is room again",
                    SOON,
                    () -> stranger.initialize(Mcp.LEGACY).status() == 200);
            sessions.get(0).request("ping").status(404);
            Eventually.holds(
                    "the idle session's sandbox ends",
                    SOON,
                    () -> Mcp.modern(server.mcp())
                            .call("get_sandbox", "sandbox_id", sandbox)
                            .result()
                            .getBoolean("isError", false));
        }
        nothingIsLeft(Duration.ofSeconds(5));
    }

    @Test
    void unknownSetting_stopsTheDeploymentAndIsNamed() {
        try (var server = OwnServer.prepared("misconfigured", Map.of("sandgate.no.such.key", "secret"))
                .start()) {
            Eventually.holds("it says why", SOON, () -> server.log().contains("sandgate.no.such.key"));
            Mcp.modern(server.mcp()).request("tools/list").status(404);
            assertFalse(server.log().contains("secret"), "the value is in the log");
        }
    }

    /** Makes a sandbox with a program running in it, and returns its id. */
    private static String occupied(java.net.URI endpoint) {
        var mcp = Mcp.modern(endpoint);
        var id = mcp.call("create_sandbox", "timeout", 600).structured().getString("sandbox_id");
        var ran = mcp.call("run_command", "command", "setsid sleep 5000 & echo $!", "sandbox_id", id)
                .structured();
        assertTrue(Integer.parseInt(ran.getString("stdout").strip()) > 1);
        return id;
    }

    private void nothingIsLeft(Duration atMost) {
        Eventually.holds(
                "processes are gone",
                atMost,
                () -> more(processes, HostProcesses.ofSandboxes()).isEmpty());
        assertEquals(Set.of(), more(groups, HostProcesses.controlGroups()));
        assertEquals(Set.of(), more(mounts, HostProcesses.mounts()));
    }

    private static <T> Set<T> more(Set<T> before, Set<T> now) {
        var more = new HashSet<>(now);
        more.removeAll(before);
        return more;
    }
}
