package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is left when a server stops or dies, and what a start makes of it. On servers of its own. */
class StartStopIT {

    private static final int ORPHAN_WINDOW = 4;
    private static final Duration SOON = Duration.ofSeconds(15);

    @Test
    void gracefulStop_leavesNothing() {
        Traces traces;
        try (var server = OwnServer.prepared("stopped", Map.of("sandgate.local.warm-pool", "1"))
                .start()) {
            occupied(server);
            traces = Traces.of(server);
        }
        traces.areGone();
    }

    @Test
    void kill_leavesNothingAfterTheOrphanWindow_andTheNextStartWorks() {
        var settings = Map.of(
                "sandgate.local.orphan-window", Integer.toString(ORPHAN_WINDOW), "sandgate.local.warm-pool", "1");
        Traces second;
        try (var server = OwnServer.prepared("killed", settings).start()) {
            occupied(server);
            var first = Traces.of(server);
            server.killHard();
            Eventually.holds(
                    "the orphans end",
                    SOON.plusSeconds(ORPHAN_WINDOW),
                    () -> first.alive().isEmpty());
            server.start();
            occupied(server);
            second = Traces.of(server);
        }
        second.areGone();
    }

    @Test
    void startRightAfterAKill_sweepsTheOrphans() {
        var settings = Map.of("sandgate.local.orphan-window", "600", "sandgate.local.warm-pool", "0");
        Traces orphans;
        try (var server = OwnServer.prepared("swept", settings).start()) {
            var orphan = occupied(server);
            var swept = Traces.of(server);
            orphans = swept;
            server.killHard();
            assertFalse(orphans.alive().isEmpty());
            server.start();
            // long before their window ends; a killed one may still wait for the init process to take note of it
            Eventually.holds(
                    "the orphans are swept",
                    Duration.ofSeconds(5),
                    () -> swept.alive().isEmpty());
            Mcp.modern(server.mcp()).call("get_sandbox", "sandbox_id", orphan).failure("not_found");
        }
        orphans.areGone();
    }

    @Test
    void sessions_areCappedAndEndWhenIdle() {
        var settings = Map.of(
                "sandgate.mcp.session.max", "3",
                "sandgate.mcp.session.idle", "3",
                "sandgate.local.warm-pool", "0");
        try (var server = OwnServer.prepared("sessions", settings).start()) {
            var modern = Mcp.modern(server.mcp());
            var stranger = Mcp.stranger(server.mcp());
            var sessions = List.of(stranger.initialized(), stranger.initialized(), stranger.initialized());
            stranger.initialize(Mcp.LEGACY).status(503);
            modern.request("tools/list").result();
            var sandbox = sessions.get(0)
                    .call("run_command", "command", "true")
                    .structured()
                    .getString("sandbox_id");
            Eventually.holds(
                    "the idle session's sandbox ends",
                    SOON,
                    () -> modern.call("get_sandbox", "sandbox_id", sandbox)
                            .result()
                            .getBoolean("isError", false));
            sessions.get(0).request("ping").status(404);
            stranger.initialize(Mcp.LEGACY).result();
        }
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
    private static String occupied(OwnServer server) {
        var mcp = Mcp.modern(server.mcp());
        var id = mcp.call("create_sandbox", "timeout", 600).structured().getString("sandbox_id");
        var ran = mcp.call("run_command", "command", "setsid sleep 5000 & echo $!", "sandbox_id", id)
                .structured();
        assertTrue(Integer.parseInt(ran.getString("stdout").strip()) > 1);
        return id;
    }

    /** Processes and control groups of one running server's sandboxes. Other servers of the machine are not looked at. */
    private record Traces(Set<ProcessHandle> processes, Set<String> groups) {

        static Traces of(OwnServer server) {
            var below = HostProcesses.below(server.pid());
            assertFalse(below.isEmpty(), "no sandbox runs below the server");
            var groups = below.stream()
                    .flatMap(process -> HostProcesses.groupOf(process).stream())
                    .collect(Collectors.toSet());
            return new Traces(below, groups);
        }

        Set<ProcessHandle> alive() {
            return processes.stream().filter(ProcessHandle::isAlive).collect(Collectors.toSet());
        }

        void areGone() {
            Eventually.holds("the processes end", Duration.ofSeconds(5), () -> alive().isEmpty());
            for (var group : groups) {
                assertEquals(Set.of(), HostProcesses.inGroup(group));
                assertEquals(Set.<Path>of(), HostProcesses.controlGroups(group));
                assertEquals(Set.of(), HostProcesses.mounts(group));
            }
        }
    }
}
