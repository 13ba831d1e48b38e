package dev.sandgate.tools.lifecycle;

import static dev.sandgate.sandbox.conversation.House.session;
import static dev.sandgate.sandbox.conversation.House.stateless;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.mcp.tool.ToolCaller;
import dev.sandgate.sandbox.conversation.House;
import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.SandboxRef;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.FakeProvider.Operation;
import jakarta.json.JsonValue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** L2, L3, L4, L5, L6, L7; cases 3, 4, 7, 16, 44. */
class LifecycleToolsTest {
    private static final Set<String> NINE = Set.of(
            "sandbox_id",
            "template",
            "status",
            "region",
            "started_at",
            "end_at",
            "cpu_count",
            "memory_mb",
            "disk_size_mb");

    private final House house = new House();
    private final Caller me = session("me");
    private final ToolCaller create =
            ToolCaller.of(new CreateSandbox(house.conversations, house.lifecycle, house.settings), me);
    private final ToolCaller get = ToolCaller.of(new GetSandbox(house.conversations, house.lifecycle), me);
    private final ToolCaller list = ToolCaller.of(new ListSandboxes(house.lifecycle), me);
    private final ToolCaller setTimeout =
            ToolCaller.of(new SetSandboxTimeout(house.conversations, house.lifecycle), me);
    private final ToolCaller kill = ToolCaller.of(new KillSandbox(house.conversations), me);

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void metadata_isExactlyNineMembers() {
        var created = create.call("{'cpu':1,'memory':512,'envs':{'TOKEN':'s3cr3t'},'region':'local'}");

        assertEquals(NINE, created.keySet());
        assertEquals("fake1", created.getString("sandbox_id"));
        assertEquals("base", created.getString("template"));
        assertEquals("running", created.getString("status"));
        assertEquals("local", created.getString("region"));
        assertEquals("2026-12-01T10:00:00Z", created.getString("started_at"));
        assertEquals("2026-12-01T10:05:00Z", created.getString("end_at"));
        assertEquals(1, created.getInt("cpu_count"));
        assertEquals(512, created.getInt("memory_mb"));
        assertEquals(JsonValue.NULL, created.get("disk_size_mb"));
        assertEquals(created, get.call("{}"));
        assertEquals(created, list.call("{}").getJsonArray("sandboxes").get(0));
        assertFalse(list.call("{}").toString().contains("s3cr3t"));
    }

    @Test
    void create_passesOnWhatWasAskedFor() {
        create.call("{'template':'code-interpreter-v1','timeout':86400,'envs':{'A':'1'},'cpu':3,'memory':100}");

        var spec = house.provider.specOf(house.provider.living().get(0));
        assertEquals("code-interpreter-v1", spec.template().orElseThrow());
        assertEquals(86_400, spec.timeout().toSeconds());
        assertEquals(Map.of("A", "1"), spec.envs());
        assertEquals(3, spec.cpu().orElseThrow());
        assertEquals(100, spec.memoryMb().orElseThrow());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "timeout|{'timeout':0}",
                "timeout|{'timeout':-1}",
                "timeout|{'timeout':true}",
                "timeout|{'timeout':'600'}",
                "timeout|{'timeout':1.5}",
                "timeout|{'timeout':86401}",
                "timeout|{'timeout':99999999999999999999}",
                "cpu|{'cpu':0}",
                "cpu|{'cpu':false}",
                "memory|{'memory':-5}",
                "memory|{'memory':'1'}",
                "envs|{'envs':{'A':1}}",
                "envs|{'envs':{'A':null}}",
                "envs|{'envs':[]}",
                "envs|{'envs':{'':'x'}}",
                "envs|{'envs':{'A=B':'x'}}",
                "envs|{'envs':{'1A':'x'}}",
                "template|{'template':''}",
                "region|{'region':''}",
                "provider|{'provider':'nobody'}",
                "provider|{'provider':'No Body'}",
                "idempotency_key|{'idempotency_key':''}",
                "team|{'team':'x'}",
                "sandbox_id|{'sandbox_id':'x'}",
            })
    void badArgumentOfCreate_isNamedBeforeAnyCall(String field, String arguments) {
        create.assertRefuses(field, arguments);
        assertEquals(0, house.provider.calls());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "limit|{'limit':0}",
                "limit|{'limit':101}",
                "limit|{'limit':true}",
                "offset|{'offset':-1}",
                "offset|{'offset':0.5}",
                "status|{'status':'alive'}",
                "status|{'status':''}",
                "provider|{'provider':'nobody'}",
                "region|{'region':''}",
                "cursor|{'cursor':'x'}",
            })
    void badArgumentOfList_isNamedBeforeAnyCall(String field, String arguments) {
        list.assertRefuses(field, arguments);
        assertEquals(0, house.provider.calls());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "fake:", ":x", "nobody:abc", "a:b:c", "../x", "a b", "ä"})
    void malformedSandboxId_isNamedBeforeAnyCall(String id) {
        get.assertRefuses("sandbox_id", "{'sandbox_id':'" + id + "'}");
        kill.assertRefuses("sandbox_id", "{'sandbox_id':'" + id + "'}");
        setTimeout.assertRefuses("sandbox_id", "{'timeout':600,'sandbox_id':'" + id + "'}");
        get.assertRefuses("sandbox_id", "{'sandbox_id':'" + "x".repeat(10_000) + "'}");
        assertEquals(0, house.provider.calls());
    }

    @Test
    void nullOfAnOptionalArgument_countsAsAbsent() {
        create.call("{'timeout':null,'envs':null,'cpu':null,'provider':null,'idempotency_key':null}");
        get.call("{'sandbox_id':null}");

        assertEquals(0, list.call("{'offset':null,'limit':null,'status':null}").getInt("offset"));
    }

    @Test
    void list_pagesAndNeverCreates() {
        create.call("{}");
        create.call("{}");

        var page = list.call("{'limit':1,'offset':1}");

        assertEquals(Set.of("sandboxes", "limit", "offset"), page.keySet());
        assertEquals(1, page.getInt("limit"));
        assertEquals(1, page.getInt("offset"));
        assertEquals("fake1", page.getJsonArray("sandboxes").getJsonObject(0).getString("sandbox_id"));
        list.as(session("other")).call("{}");
        assertEquals(2, house.provider.calls(Operation.CREATE));
        assertEquals(
                Situation.NO_DEFAULT_SANDBOX,
                get.as(session("other")).failure("{}").situation());
        house.conversations.release(session("other"));
        assertEquals(2, house.provider.living().size());
    }

    @Test
    void endedSandboxes_areListedOnlyWhenAskedFor() {
        create.call("{}");
        kill.call("{}");

        assertTrue(list.call("{}").getJsonArray("sandboxes").isEmpty());
        assertEquals(
                1, list.call("{'status':'stopped'}").getJsonArray("sandboxes").size());
        assertEquals(
                Situation.SANDBOX_NOT_FOUND,
                get.failure("{'sandbox_id':'fake1'}").situation());
    }

    @Test
    void setTimeout_setsTheEndExactlyAndAnswersThreeMembers() {
        create.call("{}");

        var changed = setTimeout.call("{'timeout':600}");

        assertEquals(Set.of("success", "sandbox_id", "timeout"), changed.keySet());
        assertTrue(changed.getBoolean("success"));
        assertEquals("fake1", changed.getString("sandbox_id"));
        assertEquals(600, changed.getInt("timeout"));
        assertEquals("2026-12-01T10:10:00Z", get.call("{}").getString("end_at"));
        setTimeout.call("{'timeout':1.0,'sandbox_id':null}");
        assertEquals("2026-12-01T10:00:01Z", get.call("{}").getString("end_at"));
    }

    @Test
    void setTimeout_withoutADefault_makesNone() {
        assertEquals(
                Situation.NO_DEFAULT_SANDBOX,
                setTimeout.failure("{'timeout':600}").situation());
        assertEquals(0, house.provider.calls());
    }

    /** L6, case 16: changed at the platform, neither connected to nor taken over. */
    @Test
    void setTimeoutOfAnExternalSandbox_doesNotAdoptIt() {
        var external = create.as(stateless()).call("{}").getString("sandbox_id");

        setTimeout.call("{'timeout':900,'sandbox_id':'" + external + "'}");

        assertEquals(0, house.provider.calls(Operation.CONNECT));
        assertEquals(Situation.NO_DEFAULT_SANDBOX, get.failure("{}").situation());
        house.conversations.release(me);
        assertEquals(
                "2026-12-01T10:15:00Z",
                get.as(stateless()).call("{'sandbox_id':'" + external + "'}").getString("end_at"));
    }

    /** Case 3. */
    @Test
    void timeoutBeyondTheMaximumLifetime_isALimitThatNamesTheField() {
        create.call("{}");
        for (int day = 0; day < 7; day++) {
            setTimeout.call("{'timeout':86400}");
            house.clock.advance(Duration.ofHours(23).plusMinutes(59));
        }

        var failure = setTimeout.failure("{'timeout':86400}");

        assertEquals(Situation.LIMIT_REACHED, failure.situation());
        assertEquals("timeout", failure.field().orElseThrow());
    }

    /** Case 7: looking at it, and using it from elsewhere, never shortens its life. */
    @Test
    void reattaching_neverShortensTheLife() {
        var id = create.call("{'timeout':1800}").getString("sandbox_id");
        var end = get.call("{}").getString("end_at");

        for (var other : List.of(session("other"), stateless())) {
            assertEquals(end, get.as(other).call("{'sandbox_id':'" + id + "'}").getString("end_at"));
            house.use(other, Optional.of(SandboxRef.parse(id)));
        }

        assertEquals(end, get.call("{}").getString("end_at"));
    }

    @Test
    void setTimeoutOfAnUnknownOrEndedSandbox_isNotFound() {
        create.call("{}");
        kill.call("{}");

        for (String id : List.of("fake1", "fake99")) {
            assertEquals(
                    Situation.SANDBOX_NOT_FOUND,
                    setTimeout
                            .failure("{'timeout':5,'sandbox_id':'" + id + "'}")
                            .situation());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'timeout':null}",
                "{'timeout':0}",
                "{'timeout':-1}",
                "{'timeout':true}",
                "{'timeout':'600'}",
                "{'timeout':''}",
                "{'timeout':1.5}",
                "{'timeout':86401}",
                "{'timeout':1e30}",
                "{'timeout':[600]}",
            })
    void badTimeout_isNamedBeforeAnyCall(String arguments) {
        setTimeout.assertRefuses("timeout", arguments);
        assertEquals(0, house.provider.calls());
    }

    @Test
    void kill_answersTheSameAgain() {
        assertEquals(Situation.NO_DEFAULT_SANDBOX, kill.failure("{}").situation());
        create.call("{}");

        var first = kill.call("{}");

        assertEquals(Set.of("success", "sandbox_id"), first.keySet());
        assertEquals("fake1", first.getString("sandbox_id"));
        assertTrue(first.getBoolean("success"));
        assertEquals(first, kill.call("{}"));
        assertEquals(first, kill.as(session("other")).call("{'sandbox_id':'fake:fake1'}"));
    }

    @Test
    void statelessCalls_nameTheirSandbox() {
        var id = create.as(stateless()).call("{}").getString("sandbox_id");

        assertEquals(
                Situation.NO_CONVERSATION, get.as(stateless()).failure("{}").situation());
        assertEquals(id, get.as(stateless()).call("{'sandbox_id':'" + id + "'}").getString("sandbox_id"));
    }

    @Test
    void annotations_areTrue() {
        for (var reading : List.of(get, list)) {
            assertTrue(reading.annotations().getBoolean("readOnlyHint"));
            assertFalse(reading.annotations().getBoolean("destructiveHint"));
        }
        assertTrue(setTimeout.annotations().getBoolean("idempotentHint"));
        assertFalse(setTimeout.annotations().getBoolean("readOnlyHint"));
        assertFalse(create.annotations().getBoolean("readOnlyHint"));
        assertFalse(create.annotations().getBoolean("destructiveHint"));
        assertTrue(kill.annotations().getBoolean("destructiveHint"));
        assertTrue(kill.annotations().getBoolean("idempotentHint"));
    }
}
