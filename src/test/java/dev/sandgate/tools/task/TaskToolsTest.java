package dev.sandgate.tools.task;

import static dev.sandgate.sandbox.conversation.House.conversation;
import static dev.sandgate.sandbox.conversation.House.session;
import static dev.sandgate.sandbox.conversation.House.stateless;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.mcp.tool.ToolCaller;
import dev.sandgate.sandbox.conversation.House;
import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.FakeProvider.Operation;
import dev.sandgate.sandbox.task.TaskRoom;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract's rules for start_task, get_task and cancel_task (L1, L11); cases 26, 27 and 30. */
class TaskToolsTest {
    private final House house = new House();
    private final TaskRoom room = TaskRoom.of(house.clock, house.alarms);
    private final Caller me = session("me");
    private final ToolCaller start = ToolCaller.of(new StartTask(house.conversations, room.tasks), me);
    private final ToolCaller get = ToolCaller.of(new GetTask(room.tasks), me);
    private final ToolCaller cancel = ToolCaller.of(new CancelTask(room.tasks), me);

    @AfterEach
    void close() {
        room.close();
        house.close();
    }

    @Test
    void startedTask_tellsItsNameAndPlace() {
        var started = start.call("{'command':'sleep 100'}");

        assertEquals(Set.of("task_id", "sandbox_id", "status", "started_at"), started.keySet());
        assertEquals("fake1", started.getString("sandbox_id"));
        assertEquals("running", started.getString("status"));
        assertEquals(house.clock.instant(), Instant.parse(started.getString("started_at")));
    }

    /** Case 26. */
    @Test
    void task_outlivesItsCallAndTellsItsTrueExitCode() {
        var id = id(start.call("{'command':'echo one; until [ -e go ]; do sleep 0.01; done; echo two >&2; exit 7'}"));

        var first = get.call("{'task_id':'" + id + "','wait':20}");
        assertEquals(
                Set.of(
                        "task_id",
                        "sandbox_id",
                        "status",
                        "exit_code",
                        "started_at",
                        "finished_at",
                        "output",
                        "next_cursor",
                        "more",
                        "dropped_bytes"),
                first.keySet());
        assertEquals("one\n", first.getString("output"));
        assertEquals("running", first.getString("status"));
        assertEquals(JsonValue.NULL, first.get("exit_code"));
        assertEquals(JsonValue.NULL, first.get("finished_at"));
        assertEquals(4, first.getInt("next_cursor"));
        start.call("{'command':'touch go'}");

        var last = end(id);
        assertEquals("exited", last.getString("status"));
        assertEquals(7, last.getInt("exit_code"));
        assertEquals("one\ntwo\n", get.call("{'task_id':'" + id + "'}").getString("output"));
        assertEquals(JsonValue.FALSE, last.get("more"));
        assertEquals(0, last.getInt("dropped_bytes"));
        Instant.parse(last.getString("finished_at"));
    }

    /** Case 30. */
    @Test
    void hundredThousandCharacters_joinedOverReadingsAreIntact() {
        var id = id(start.call("{'command':'yes ☕ | head -n 100000 | tr -d \\\\\\\\n'}"));
        assertEquals("☕".repeat(100_000), outputOf(id, 997));
    }

    @Test
    void readingPastTheEnd_isEmpty() {
        var id = id(start.call("{'command':'echo hello'}"));
        end(id);
        var past = get.call("{'task_id':'" + id + "','cursor':9007199254740993}");
        assertEquals("", past.getString("output"));
        assertEquals(6, past.getInt("next_cursor"));
        assertEquals("lo\n", get.call("{'task_id':'" + id + "','cursor':3}").getString("output"));
    }

    @Test
    void timedOutTask_hasNoExitCode() {
        var id = id(start.call("{'command':'echo early; sleep 300','timeout':1}"));
        var last = end(id);
        assertEquals("timed_out", last.getString("status"));
        assertEquals(JsonValue.NULL, last.get("exit_code"));
    }

    @Test
    void cancelledTask_isCancelledForGood() {
        var id = id(start.call("{'command':'sleep 300'}"));

        var ended = cancel.call("{'task_id':'" + id + "'}");

        assertEquals(Set.of("success", "task_id", "status"), ended.keySet());
        assertTrue(ended.getBoolean("success"));
        assertEquals("cancelled", ended.getString("status"));
        assertEquals(ended, cancel.call("{'task_id':'" + id + "'}"));
        assertEquals(JsonValue.NULL, end(id).get("exit_code"));
    }

    @Test
    void cancelOfAnEndedTask_tellsHowItEnded() {
        var id = id(start.call("{'command':'exit 3'}"));
        end(id);
        assertEquals("exited", cancel.call("{'task_id':'" + id + "'}").getString("status"));
        assertEquals(3, end(id).getInt("exit_code"));
    }

    @Test
    void killedSandbox_takesItsTasksWithIt() {
        var id = id(start.call("{'command':'echo x; sleep 300'}"));
        get.call("{'task_id':'" + id + "','wait':20}");
        house.provider.crash(house.provider.living().get(0));
        var last = end(id);
        assertEquals("cancelled", last.getString("status"));
        assertEquals("x\n", get.call("{'task_id':'" + id + "'}").getString("output"), "its output stays");
    }

    @Test
    void task_doesNotRenewAndIsNotHeldUp() {
        var id = id(start.call("{'command':'sleep 300'}"));
        house.pass(200);
        get.call("{'task_id':'" + id + "'}");
        house.pass(101);
        assertEquals("cancelled", end(id).getString("status"));
        assertEquals(0, house.alarms.waiting() - 1, "only the end of its retention is waited for");
    }

    @Test
    void start_renewsTheSandboxBefore() {
        start.call("{'command':'true'}");
        house.pass(200);
        start.call("{'command':'true'}");
        assertEquals(1, house.provider.calls(Operation.SET_TIMEOUT));
    }

    @Test
    void defaultThatExpired_isToldThenReplacedWithNotice() {
        start.call("{'command':'true'}");
        house.pass(301);
        assertEquals(
                Situation.DEFAULT_SANDBOX_ENDED,
                start.failure("{'command':'true'}").situation());
        assertTrue(start.call("{'command':'true'}").getString("notice").contains("files are gone"));
    }

    @Test
    void cwdAndEnvs_reachTheCommand() {
        end(id(start.call("{'command':'mkdir sub'}")));
        var id = id(start.call("{'command':'echo ${PWD##*/} $A','cwd':'sub','envs':{'A':'1'}}"));
        assertEquals("sub 1\n", outputOf(id, 100));
        assertEquals(Failure.of(Situation.BAD_ARGUMENT).at("cwd"), start.failure("{'command':'true','cwd':'none'}"));
    }

    @Test
    void task_isReadFromAnySessionAndEra_butSandboxMustBeMeant() {
        var id = id(start.call("{'command':'exit 5'}"));
        for (var other : new Caller[] {session("other"), conversation("c"), stateless()}) {
            assertEquals(
                    5,
                    get.as(other)
                            .call("{'task_id':'" + id + "','wait':20,'cursor':1}")
                            .getInt("exit_code"));
        }
        assertEquals(
                Situation.NO_CONVERSATION,
                start.as(stateless()).failure("{'command':'true'}").situation());
        assertEquals(
                Situation.SANDBOX_NOT_FOUND,
                start.failure("{'command':'true','sandbox_id':'sbx-1'}").situation());
    }

    @Test
    void taskOfAnotherTenant_isNotThere() {
        var id = id(start.call("{'command':'sleep 300'}"));
        var stranger = new Caller("stranger", new Caller.Session("me"));
        var unknown = get.failure("{'task_id':'no-such-task'}");
        assertEquals(Failure.of(Situation.TASK_NOT_FOUND).at("task_id"), unknown);
        assertEquals(unknown, get.as(stranger).failure("{'task_id':'" + id + "'}"));
        assertEquals(unknown, cancel.as(stranger).failure("{'task_id':'" + id + "'}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "command|{}",
                "command|{'command':null}",
                "command|{'command':''}",
                "command|{'command':' '}",
                "command|{'command':7}",
                "command|{'command':true}",
                "command|{'command':['ls']}",
                "command|{'command':'a\\u0000b'}",
                "timeout|{'command':'x','timeout':0}",
                "timeout|{'command':'x','timeout':-1}",
                "timeout|{'command':'x','timeout':86401}",
                "timeout|{'command':'x','timeout':1e30}",
                "timeout|{'command':'x','timeout':true}",
                "timeout|{'command':'x','timeout':1.5}",
                "timeout|{'command':'x','timeout':'600'}",
                "cwd|{'command':'x','cwd':''}",
                "cwd|{'command':'x','cwd':7}",
                "cwd|{'command':'x','cwd':'a\\u0000b'}",
                "envs|{'command':'x','envs':{'A B':'x'}}",
                "envs|{'command':'x','envs':{'A':1}}",
                "envs|{'command':'x','envs':{'A':null}}",
                "envs|{'command':'x','envs':'A=B'}",
                "envs|{'command':'x','envs':['A']}",
                "sandbox_id|{'command':'x','sandbox_id':''}",
                "sandbox_id|{'command':'x','sandbox_id':'a b'}",
                "sandbox_id|{'command':'x','sandbox_id':7}",
                "sandbox_id|{'command':'x','sandbox_id':'nobody:abc'}",
                "shell|{'command':'x','shell':'zsh'}",
            })
    void badArgumentOfStart_isNamedBeforeAnyCall(String field, String arguments) {
        start.assertRefuses(field, arguments);
        assertEquals(0, house.provider.calls());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "cursor|'cursor':-1",
                "cursor|'cursor':1.5",
                "cursor|'cursor':true",
                "cursor|'cursor':'600'",
                "cursor|'cursor':''",
                "cursor|'cursor':9223372036854775808",
                "wait|'wait':-1",
                "wait|'wait':51",
                "wait|'wait':1.5",
                "wait|'wait':true",
                "wait|'wait':'600'",
                "wait|'wait':[]",
                "limit|'limit':0",
                "limit|'limit':-1",
                "limit|'limit':1048577",
                "limit|'limit':1.5",
                "limit|'limit':true",
                "limit|'limit':'600'",
                "sandbox_id|'sandbox_id':'fake1'",
            })
    void badArgumentOfGet_isNamed(String field, String argument) {
        get.assertRefuses(field, "{'task_id':'abc'," + argument + "}");
        assertEquals(0, house.provider.calls());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'task_id':null}",
                "{'task_id':7}",
                "{'task_id':true}",
                "{'task_id':1.5}",
                "{'task_id':{}}",
                "{'task_id':''}",
                "{'task_id':' '}",
                "{'task_id':'../etc'}",
                "{'task_id':'a\\u0000b'}",
                "{'task_id':'a\\nb'}",
                "{'task_id':'grün'}",
            })
    void malformedTaskId_isNamed(String arguments) {
        get.assertRefuses("task_id", arguments);
        cancel.assertRefuses("task_id", arguments);
    }

    @Test
    void hugeTexts_areRefused() {
        get.assertRefuses("task_id", "{'task_id':'" + "x".repeat(10_240) + "'}");
        start.assertRefuses("command", "{'command':'" + "x".repeat(100_001) + "'}");
        start.assertRefuses("cwd", "{'command':'x','cwd':'" + "x".repeat(10_240) + "'}");
        start.assertRefuses("sandbox_id", "{'command':'x','sandbox_id':'" + "x".repeat(10_240) + "'}");
        cancel.assertRefuses("force", "{'task_id':'abc','force':true}");
        assertEquals(0, house.provider.calls());
    }

    @Test
    void nullOfAnOptionalArgument_countsAsAbsent_andOnePointZeroIsAnInteger() {
        var id = id(start.call("{'command':'echo hi','cwd':null,'envs':null,'timeout':60.0,'sandbox_id':null}"));
        end(id);
        assertEquals(
                "hi",
                get.call("{'task_id':'" + id + "','cursor':null,'wait':0.0,'limit':2.0}")
                        .getString("output"));
    }

    @Test
    void annotations_areTrue() {
        assertFalse(start.annotations().getBoolean("readOnlyHint"));
        assertTrue(start.annotations().getBoolean("destructiveHint"));
        assertTrue(get.annotations().getBoolean("readOnlyHint"));
        assertFalse(get.annotations().getBoolean("destructiveHint"));
        assertTrue(cancel.annotations().getBoolean("destructiveHint"));
        assertTrue(cancel.annotations().getBoolean("idempotentHint"));
    }

    private static String id(JsonObject started) {
        return started.getString("task_id");
    }

    /** The task when it has ended. */
    private JsonObject end(String id) {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        JsonObject seen;
        long cursor = 0;
        do {
            assertTrue(System.nanoTime() < deadline, "it does not end");
            seen = get.call("{'task_id':'" + id + "','wait':20,'cursor':" + cursor + "}");
            cursor = seen.getJsonNumber("next_cursor").longValue();
        } while (seen.getString("status").equals("running"));
        return seen;
    }

    /** Read as a client would, to the end. */
    private String outputOf(String id, int limit) {
        var output = new StringBuilder();
        JsonObject seen;
        long cursor = 0;
        do {
            seen = get.call("{'task_id':'" + id + "','wait':20,'cursor':" + cursor + ",'limit':" + limit + "}");
            output.append(seen.getString("output"));
            cursor = seen.getJsonNumber("next_cursor").longValue();
        } while (seen.getBoolean("more") || seen.getString("status").equals("running"));
        return output.toString();
    }
}
