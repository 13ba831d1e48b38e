package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The extension io.modelcontextprotocol/tasks with the tools that offer it. */
class McpTasksIT {

    private static final String EXTENSION = "io.modelcontextprotocol/tasks";
    private static final Duration SOON = Duration.ofSeconds(20);

    private static Box box;

    private final Mcp mcp = knowing(Mcp.modern());

    @BeforeAll
    static void create() {
        box = Box.create();
    }

    @AfterAll
    static void kill() {
        box.close();
    }

    @Test
    void extension_isDeclared() {
        var capabilities = mcp.request("server/discover").result().getJsonObject("capabilities");
        assertTrue(capabilities.getJsonObject("extensions").containsKey(EXTENSION), capabilities::toString);
        assertFalse(Mcp.stranger()
                .initialize(Mcp.LEGACY)
                .result()
                .getJsonObject("capabilities")
                .containsKey("extensions"));
    }

    @Test
    void command_isATask_andItsResultTheToolsResult() {
        var created = mcp.call("run_command", "command", "sleep 1; echo done", "sandbox_id", box.id())
                .result();
        assertEquals("task", created.getString("resultType"));
        assertEquals("working", created.getString("status"));
        assertEquals("working", get(created).getString("status"));
        var ended = ended(created);
        assertEquals("completed", ended.getString("status"));
        assertEquals(
                "done\n",
                ended.getJsonObject("result").getJsonObject("structuredContent").getString("stdout"));
        assertEquals(ended, get(created));
    }

    @Test
    void code_isATask_whoseFilesAreLinkedTo() {
        var created = mcp.call("run_code", "code", "open('task.txt', 'w').write('x')", "sandbox_id", box.id())
                .result();
        var content = ended(created).getJsonObject("result").getJsonArray("content");
        assertEquals("resource_link", content.getJsonObject(1).getString("type"));
    }

    @Test
    void failingTool_hasCompletedWithAnError() {
        var created = mcp.call("run_command", "command", "true", "sandbox_id", "nosuchsandbox")
                .result();
        var ended = ended(created);
        assertEquals("completed", ended.getString("status"));
        assertTrue(ended.getJsonObject("result").getBoolean("isError"));
    }

    @Test
    void cancel_killsTheProgram() {
        var mark = "30." + ThreadLocalRandom.current().nextInt(100_000, 1_000_000);
        var created = mcp.call("run_command", "command", "sleep " + mark, "sandbox_id", box.id())
                .result();
        running(mark, true);
        ask("tasks/cancel", created).result();
        running(mark, false);
        assertEquals("cancelled", get(created).getString("status"));
    }

    @Test
    void otherTools_areAnsweredAtOnce() {
        var listed = mcp.call("list_files", "sandbox_id", box.id());
        assertEquals("complete", listed.result().getString("resultType"));
        listed.structured();
    }

    @Test
    void clientsThatKnowNoTasks_wait() {
        for (var other : List.of(Mcp.modern(), knowing(Mcp.legacy()))) {
            var answer = other.call("run_command", "command", "echo done", "sandbox_id", box.id());
            assertEquals("done\n", answer.structured().getString("stdout"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks/get", "tasks/update", "tasks/cancel"})
    void somebodyElsesTask_isUnknown(String method) {
        var created = mcp.call("run_command", "command", "true", "sandbox_id", box.id())
                .result();
        var params = Json.object("taskId", created.getString("taskId"), "inputResponses", Map.of());
        var error = mcp.freshConversation().request(method, params).refused(200, -32602);
        assertEquals(
                error,
                mcp.request(method, Json.object("taskId", "nope", "inputResponses", Map.of()))
                        .refused(200, -32602));
        mcp.request(method, params).result();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks/get", "tasks/update", "tasks/cancel"})
    void methods_needTheCapability(String method) {
        var data = Mcp.modern()
                .request(method, Json.object("taskId", "x"))
                .refused(400, -32021)
                .getJsonObject("data");
        assertTrue(
                data.getJsonObject("requiredCapabilities")
                        .getJsonObject("extensions")
                        .containsKey(EXTENSION),
                data::toString);
    }

    @Test
    void nameHeader_mustBeTheTask() {
        mcp.with("Mcp-Name", "other")
                .request("tasks/get", Json.object("taskId", "x"))
                .refused(400, -32020);
    }

    private static Mcp knowing(Mcp client) {
        return client.withMeta(
                "io.modelcontextprotocol/clientCapabilities", Map.of("extensions", Map.of(EXTENSION, Map.of())));
    }

    private JsonObject ended(JsonObject created) {
        Eventually.holds(
                "the task has ended",
                SOON,
                () -> !get(created).getString("status").equals("working"));
        return get(created);
    }

    private JsonObject get(JsonObject created) {
        return ask("tasks/get", created).result();
    }

    private Answer ask(String method, JsonObject created) {
        return mcp.request(method, Json.object("taskId", created.getString("taskId")));
    }

    private static void running(String mark, boolean expected) {
        Eventually.holds(
                "sleep " + mark + (expected ? " runs" : " is gone"),
                SOON,
                () -> box.stdout("pgrep -c -f '^sleep " + mark + "'").equals("0") != expected);
    }
}
