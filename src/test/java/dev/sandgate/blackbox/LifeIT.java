package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** How sandboxes end without being told to. Cases 15 and 20. */
class LifeIT {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final Mcp mcp = Mcp.modern();

    @Test
    void timeout_endsTheSandbox() {
        var mark = "2000." + UUID.randomUUID().getMostSignificantBits() % 1000;
        var id = mcp.call("create_sandbox", "timeout", 2).structured().getString("sandbox_id");
        mcp.call("run_command", "command", "sleep " + mark.replace("-", "") + " &", "sandbox_id", id)
                .structured();
        Eventually.holds("it ends", SOON, () -> gone(id));
        assertFalse(listed(id, "running"));
        assertTrue(listed(id, "stopped"));
        Eventually.holds(
                "its processes end",
                SOON,
                () -> HostProcesses.saying("sleep " + mark.replace("-", "")).isEmpty());
    }

    /** L6: the end is set exactly, and later uses prolong by the new time. */
    @Test
    void setTimeout_movesTheEndAndTheRenewal() {
        var conversation = mcp.freshConversation();
        conversation.call("create_sandbox", "timeout", 600).structured();
        conversation.call("set_sandbox_timeout", "timeout", 2).structured();
        var end = Instant.parse(conversation.call("get_sandbox").structured().getString("end_at"));
        assertTrue(end.isBefore(Instant.now().plusSeconds(3)), end::toString);
        conversation.call("set_sandbox_timeout", "timeout", 1).structured();
        var id = conversation.call("get_sandbox").structured().getString("sandbox_id");
        Eventually.holds("it ends", SOON, () -> gone(id));
    }

    @Test
    void runningForegroundCall_holdsTheEndOff() {
        var conversation = mcp.freshConversation();
        conversation.call("create_sandbox", "timeout", 2).structured();
        var result = conversation
                .call("run_command", "command", "sleep 4; echo alive")
                .structured();
        assertEquals("alive\n", result.getString("stdout"));
        conversation.call("kill_sandbox");
    }

    /** Case 15. */
    @Test
    void expiredDefault_isReplacedAndItIsSaidSo() {
        var conversation = mcp.freshConversation();
        var first =
                conversation.call("create_sandbox", "timeout", 1).structured().getString("sandbox_id");
        Eventually.holds("it ends", SOON, () -> gone(first));
        conversation.call("get_sandbox").failure("not_found");
        var next = conversation.call("run_command", "command", "ls").structured();
        assertNotEquals(first, next.getString("sandbox_id"));
        assertFalse(next.getString("notice").isBlank());
        assertFalse(
                conversation.call("run_command", "command", "ls").structured().containsKey("notice"));
        conversation.call("kill_sandbox").structured();
    }

    /** Case 20. */
    @Test
    void sandboxKilledFromOutside_isNoticed() {
        var id = mcp.call("create_sandbox", "timeout", 600).structured().getString("sandbox_id");
        var mark = "3000." + Math.abs(UUID.randomUUID().getMostSignificantBits() % 1_000_000);
        mcp.call("run_command", "command", "sleep " + mark + " &", "sandbox_id", id)
                .structured();
        long inside = HostProcesses.saying("sleep " + mark).iterator().next();
        ProcessHandle.of(HostProcesses.firstOf(inside)).orElseThrow().destroyForcibly();
        mcp.call("run_command", "command", "true", "sandbox_id", id).failure("not_found");
        Eventually.holds("it is listed as ended", SOON, () -> !listed(id, "running"));
        assertTrue(listed(id, "stopped") || listed(id, "error"));
        Eventually.holds(
                "nothing of it is left",
                SOON,
                () -> HostProcesses.controlGroups(id).isEmpty());
    }

    private boolean gone(String id) {
        return mcp.call("get_sandbox", "sandbox_id", id).result().getBoolean("isError", false);
    }

    private boolean listed(String id, String status) {
        return mcp.call("list_sandboxes", "status", status)
                .structured()
                .getJsonArray("sandboxes")
                .toString()
                .contains("\"" + id + "\"");
    }
}
