package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code run_command}: exit codes, time limits, processes left behind. Cases 21–23 and 28. */
class CommandsIT {

    private static Box box;

    @BeforeAll
    static void create() {
        box = Box.create();
    }

    @AfterAll
    static void kill() {
        box.close();
    }

    /** Case 28. */
    @Test
    void failingProgram_isANormalResultWithBothStreams() {
        var result = box.run("echo out; echo err >&2; exit 3");
        assertEquals("out\n", result.getString("stdout"));
        assertEquals("err\n", result.getString("stderr"));
        assertEquals(3, result.getInt("exit_code"));
        assertFalse(result.getBoolean("timed_out"));
        assertFalse(result.getBoolean("truncated"));
        assertEquals(4, result.getInt("stdout_bytes"));
        assertEquals(4, result.getInt("stderr_bytes"));
        assertEquals(box.id(), result.getString("sandbox_id"));
    }

    @Test
    void programKilledBySignal_has128More() {
        assertEquals(137, box.run("kill -9 $$").getInt("exit_code"));
        assertEquals(143, box.run("kill -15 $$").getInt("exit_code"));
        assertEquals(127, box.run("no-such-program").getInt("exit_code"));
    }

    /** Case 21. */
    @Test
    void childThatKeepsThePipes_isNotWaitedFor() {
        var result = assertTimeout(
                Duration.ofSeconds(2),
                () -> box.of("run_command", "command", "echo started; sh -c 'sleep 30 &'", "timeout", 20));
        assertEquals(0, result.getInt("exit_code"));
        assertEquals("started\n", result.getString("stdout"));
        assertEquals("1", box.stdout("pgrep -c -x sleep"), "the child lives on");
        box.run("pkill -x sleep");
    }

    /** Case 22. */
    @Test
    void timeout_killsTheWholeGroupAndKeepsTheOutput() {
        var result = assertTimeout(
                Duration.ofSeconds(5),
                () -> box.of(
                        "run_command",
                        "command",
                        "echo serving; python3 -m http.server 8000 & sleep 1111 & wait",
                        "timeout",
                        2));
        assertTrue(result.getBoolean("timed_out"));
        assertTrue(result.isNull("exit_code"));
        assertTrue(result.getString("stdout").startsWith("serving\n"));
        assertEquals("", box.stdout("pgrep -f 'http[.]server|sleep 111[1]'"));
    }

    /** Case 23. */
    @Test
    void stdin_isEmpty() {
        var result = assertTimeout(
                Duration.ofSeconds(5), () -> box.of("run_command", "command", "read x; echo got:$x", "timeout", 10));
        assertEquals("got:\n", result.getString("stdout"));
        assertEquals("0", box.stdout("wc -c"));
    }

    @Test
    void closingTheOutputsAndRunningOn_isWaitedFor() {
        var result = box.run("exec >&- 2>&-; sleep 0.3; exit 5");
        assertEquals(5, result.getInt("exit_code"));
        assertEquals("", result.getString("stdout"));
    }

    @Test
    void nothingCarriesOver() {
        box.run("cd /tmp; export CARRIED=1; x=1");
        assertEquals("/home/user:", box.stdout("echo $PWD:$CARRIED$x"));
    }

    @Test
    void cwdAndEnvs_areOfThisCommand() {
        box.run("mkdir -p work/deep");
        var envs = Map.of("GREETING", "grüß 'dich' \"$HOME\"\n2", "EMPTY", "");
        var result = box.of("run_command", "command", "pwd; echo \"$GREETING\"", "cwd", "work/deep", "envs", envs);
        assertEquals("/home/user/work/deep\ngrüß 'dich' \"$HOME\"\n2\n", result.getString("stdout"));
        assertEquals("", box.stdout("echo $GREETING"));
    }

    @Test
    void missingCwd_isNamed() {
        assertEquals(
                "cwd",
                box.ask("run_command", "command", "true", "cwd", "no/such")
                        .failure("invalid_parameter")
                        .getString("field"));
    }

    @Test
    void envsOfTheSandbox_areSeenByEveryCommand() {
        var mcp = Mcp.modern();
        var id = mcp.call("create_sandbox", "timeout", 60, "envs", Map.of("TOKEN", "t 1"))
                .structured()
                .getString("sandbox_id");
        var seen = mcp.call("run_command", "command", "echo \"$TOKEN\"", "sandbox_id", id)
                .structured();
        assertEquals("t 1\n", seen.getString("stdout"));
        mcp.call("kill_sandbox", "sandbox_id", id).structured();
    }

    @Test
    void commandLineOverTheCap_isRefused() {
        assertEquals(
                "command",
                box.ask("run_command", "command", "#".repeat(100_001))
                        .failure("invalid_parameter")
                        .getString("field"));
        assertEquals(0, box.run("#".repeat(99_999)).getInt("exit_code"));
    }

    @Test
    void killingTwice_isTheSameAnswer() {
        var mcp = Mcp.modern();
        var id = mcp.call("create_sandbox", "timeout", 60).structured().getString("sandbox_id");
        var first = mcp.call("kill_sandbox", "sandbox_id", id).structured();
        assertEquals(first, mcp.call("kill_sandbox", "sandbox_id", id).structured());
        mcp.call("run_command", "command", "true", "sandbox_id", id).failure("not_found");
    }

    @Test
    void killWhileACommandRuns_endsTheCommand() throws Exception {
        var mcp = Mcp.modern();
        var id = mcp.call("create_sandbox", "timeout", 60).structured().getString("sandbox_id");
        var running = mcp.callLater("run_command", "command", "touch begun; sleep 50", "sandbox_id", id);
        Eventually.holds(
                "the command runs",
                Duration.ofSeconds(5),
                () -> !mcp.call("list_files", "sandbox_id", id)
                        .structured()
                        .getJsonArray("files")
                        .isEmpty());
        mcp.call("kill_sandbox", "sandbox_id", id).structured();
        running.get(5, java.util.concurrent.TimeUnit.SECONDS).failure("not_found");
    }
}
