package dev.sandgate.tools.exec;

import static dev.sandgate.sandbox.conversation.House.session;
import static dev.sandgate.sandbox.conversation.House.stateless;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.mcp.tool.ToolCaller;
import dev.sandgate.sandbox.conversation.House;
import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.Situation;
import jakarta.json.JsonValue;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract's rules for run_command and run_code; cases 15, 22, 23, 28, 29. */
class ExecToolsTest {
    private final House house = new House();
    private final Caller me = session("me");
    private final ToolCaller runCommand = ToolCaller.of(new RunCommand(house.conversations), me);
    private final ToolCaller runCode = ToolCaller.of(new RunCode(house.conversations), me);

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void failingCommand_isAnOrdinaryResult() {
        var ended = runCommand.call("{'command':'echo out; echo err >&2; exit 3'}");

        assertEquals(
                Set.of(
                        "sandbox_id",
                        "stdout",
                        "stderr",
                        "exit_code",
                        "timed_out",
                        "truncated",
                        "stdout_bytes",
                        "stderr_bytes"),
                ended.keySet());
        assertEquals("fake1", ended.getString("sandbox_id"));
        assertEquals("out\n", ended.getString("stdout"));
        assertEquals("err\n", ended.getString("stderr"));
        assertEquals(3, ended.getInt("exit_code"));
        assertEquals(4, ended.getInt("stdout_bytes"));
        assertFalse(ended.getBoolean("timed_out"));
        assertFalse(ended.getBoolean("truncated"));
    }

    @Test
    void timedOutCommand_hasNoExitCode() {
        var ended = runCommand.call("{'command':'echo early; sleep 300','timeout':1}");

        assertTrue(ended.getBoolean("timed_out"));
        assertEquals(JsonValue.NULL, ended.get("exit_code"));
        assertEquals("early\n", ended.getString("stdout"));
    }

    @Test
    void longOutput_saysWhereTheWholeIs() {
        var ended = runCommand.call("{'command':'seq 1 100000'}");

        assertTrue(ended.getBoolean("truncated"));
        assertEquals(588_895, ended.getInt("stdout_bytes"));
        assertTrue(ended.getString("full_output_path").startsWith("/tmp/"));
        assertTrue(ended.getString("stdout").length() < 66_000);
    }

    @Test
    void filesLeftBehind_areLinkedTo() {
        assertEquals(List.of(), runCommand.links("{'command':'touch x'}"));
        String whole = runCommand.links("{'command':'seq 1 100000'}").get(0);
        assertTrue(whole.matches("sandbox://fake1/tmp/.*"), whole);
        assertEquals(
                List.of("sandbox://fake1/home/user/a%20b.png"),
                runCode.links("{'language':'bash','code':'touch a\\\\ b.png'}"));
    }

    @Test
    void cwdAndEnvs_reachTheCommand() {
        runCommand.call("{'command':'mkdir sub'}");

        assertEquals(
                "sub 1\n",
                runCommand
                        .call("{'command':'echo ${PWD##*/} $A','cwd':'sub','envs':{'A':'1'}}")
                        .getString("stdout"));
        assertEquals(
                Situation.BAD_ARGUMENT,
                runCommand.failure("{'command':'true','cwd':'none'}").situation());
    }

    @Test
    void defaultThatExpired_isToldThenReplacedWithNotice() {
        runCommand.call("{'command':'true'}");
        house.pass(301);

        assertEquals(
                Situation.DEFAULT_SANDBOX_ENDED,
                runCommand.failure("{'command':'true'}").situation());
        var fresh = runCommand.call("{'command':'true'}");

        assertEquals("fake2", fresh.getString("sandbox_id"));
        assertTrue(fresh.getString("notice").contains("files are gone"));
        assertFalse(runCommand.call("{'command':'true'}").containsKey("notice"));
    }

    @Test
    void unknownSandbox_isAFailure() {
        assertEquals(
                Situation.SANDBOX_NOT_FOUND,
                runCommand.failure("{'command':'true','sandbox_id':'sbx-1'}").situation());
        assertEquals(
                Situation.NO_CONVERSATION,
                runCommand.as(stateless()).failure("{'command':'true'}").situation());
    }

    @Test
    void code_keepsStateAndTellsItsFiles() {
        runCode.call("{'code':'x=41','language':'bash'}");

        var ended = runCode.call("{'code':'echo $((x+1)) | tee made','language':'bash'}");

        assertEquals(
                Set.of(
                        "sandbox_id",
                        "stdout",
                        "stderr",
                        "exit_code",
                        "timed_out",
                        "truncated",
                        "results",
                        "output_files"),
                ended.keySet());
        assertEquals("42\n", ended.getString("stdout"));
        var file = ended.getJsonArray("output_files").getJsonObject(0);
        assertEquals(Set.of("name", "path", "size"), file.keySet());
        assertEquals("/home/user/made", file.getString("path"));
        assertEquals(3, file.getInt("size"));
    }

    @Test
    void failingCode_isAnOrdinaryResultWithError() {
        var ended = runCode.call("{'code':'false','language':'bash'}");

        assertEquals(1, ended.getInt("exit_code"));
        assertEquals(
                Set.of("name", "value", "traceback"),
                ended.getJsonObject("error").keySet());
    }

    @Test
    void languageThatIsNotThere_isUnsupported() {
        assertEquals(
                Situation.UNSUPPORTED,
                runCode.failure("{'code':'1','language':'r'}").situation());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "command|{}",
                "command|{'command':null}",
                "command|{'command':' '}",
                "command|{'command':7}",
                "command|{'command':'a\\u0000b'}",
                "timeout|{'command':'x','timeout':0}",
                "timeout|{'command':'x','timeout':3601}",
                "timeout|{'command':'x','timeout':true}",
                "cwd|{'command':'x','cwd':''}",
                "envs|{'command':'x','envs':{'A B':'x'}}",
                "envs|{'command':'x','envs':'A=B'}",
                "sandbox_id|{'command':'x','sandbox_id':''}",
                "sandbox_id|{'command':'x','sandbox_id':'nobody:abc'}",
                "shell|{'command':'x','shell':'zsh'}",
            })
    void badArgumentOfCommand_isNamedBeforeAnyCall(String field, String arguments) {
        runCommand.assertRefuses(field, arguments);
        assertEquals(0, house.provider.calls());
    }

    @Test
    void overlongCommand_isRefused() {
        runCommand.assertRefuses("command", "{'command':'" + "x".repeat(100_001) + "'}");
        assertEquals(0, house.provider.calls());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "code|{}",
                "code|{'code':''}",
                "language|{'code':'x','language':'perl'}",
                "language|{'code':'x','language':'Python'}",
                "timeout|{'code':'x','timeout':1.5}",
                "cwd|{'code':'x','cwd':'/'}",
            })
    void badArgumentOfCode_isNamedBeforeAnyCall(String field, String arguments) {
        runCode.assertRefuses(field, arguments);
        assertEquals(0, house.provider.calls());
    }

    @Test
    void annotations_areTrue() {
        for (var tool : List.of(runCommand, runCode)) {
            assertFalse(tool.annotations().getBoolean("readOnlyHint"));
            assertTrue(tool.annotations().getBoolean("destructiveHint"));
            assertFalse(tool.annotations().getBoolean("idempotentHint"));
        }
    }
}
