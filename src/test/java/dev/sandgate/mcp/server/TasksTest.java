package dev.sandgate.mcp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.mcp.jsonrpc.RpcError;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The extension io.modelcontextprotocol/tasks. */
class TasksTest {
    private static final String DECLARED = Lab.MODERN_META.replace(
            "clientCapabilities\":{}", "clientCapabilities\":{\"extensions\":{\"" + Tasks.EXTENSION + "\":{}}}");
    private static final String HOLD = "{\"steps\":2}";

    private final Lab lab = new Lab();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void extension_isDeclaredInTheModernEraOnly() {
        JsonObject modern = lab.modern("server/discover").result().getJsonObject("capabilities");
        assertEquals(Set.of(Tasks.EXTENSION), modern.getJsonObject("extensions").keySet());
        JsonObject legacy = lab.post(
                        Map.of(),
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\"}}")
                .result()
                .getJsonObject("capabilities");
        assertEquals(Set.of("tools", "resources"), legacy.keySet());
    }

    @Test
    void call_isAnsweredAtOnce_andGoesOn() throws InterruptedException {
        JsonObject created = start(HOLD).result();
        assertEquals("task", created.getString("resultType"));
        assertEquals("working", created.getString("status"));
        assertEquals("1970-01-01T00:16:40Z", created.getString("createdAt"));
        assertEquals(created.get("createdAt"), created.get("lastUpdatedAt"));
        assertEquals(7_500_000, created.getInt("ttlMs"));
        assertFalse(created.containsKey("result"));

        lab.tools.hold.awaitRunning(1);
        JsonObject working = get(created).result();
        assertEquals("complete", working.getString("resultType"));
        assertEquals("working", working.getString("status"));
        assertFalse(working.containsKey("result"));
    }

    @Test
    void toolThatFails_hasCompleted_andIsRemembered() throws InterruptedException {
        JsonObject created = start(HOLD).result();
        lab.tools.hold.awaitRunning(1);
        lab.pass(Duration.ofSeconds(5));
        lab.tools.hold.letGo(1);
        JsonObject ended = awaitEnd(created);
        assertEquals("completed", ended.getString("status"));
        assertTrue(ended.getJsonObject("result").getBoolean("isError"));
        assertEquals("1970-01-01T00:16:45Z", ended.getString("lastUpdatedAt"));
        assertEquals(ended, get(created).result());
    }

    @Test
    void errorOfTheProtocol_hasFailed() throws InterruptedException {
        JsonObject created = start(HOLD).result();
        lab.tools.hold.awaitRunning(1);
        lab.server.stop();
        JsonObject ended = awaitEnd(created);
        assertEquals("failed", ended.getString("status"));
        assertEquals(RpcError.INTERNAL_ERROR, ended.getJsonObject("error").getInt("code"));
        assertFalse(ended.containsKey("result"));
    }

    @Test
    void cancel_interruptsTheTool_andIsAcknowledgedAgain() throws InterruptedException {
        JsonObject created = start(HOLD).result();
        lab.tools.hold.awaitRunning(1);
        for (int i = 0; i < 2; i++) {
            JsonObject acknowledged = ask("tasks/cancel", created, "", Map.of()).result();
            assertEquals(Set.of("resultType", "_meta"), acknowledged.keySet());
            assertTrue(lab.tools.hold.interrupted.await(20, TimeUnit.SECONDS));
            JsonObject ended = get(created).result();
            assertEquals("cancelled", ended.getString("status"));
            assertFalse(ended.containsKey("result") || ended.containsKey("error"));
        }
    }

    @Test
    void update_isAcknowledged_whateverItAnswers() throws InterruptedException {
        JsonObject created = start(HOLD).result();
        JsonObject acknowledged = ask("tasks/update", created, ",\"inputResponses\":{\"x\":{}}", Map.of())
                .result();
        assertEquals(Set.of("resultType", "_meta"), acknowledged.keySet());
        ask("tasks/update", created, "", Map.of()).isError(200, RpcError.INVALID_PARAMS);
    }

    @Test
    void task_outlivesTheConnectionThatMadeIt() throws InterruptedException {
        RecordingReply reply = start(HOLD);
        JsonObject created = reply.result();
        lab.tools.hold.awaitRunning(1);
        reply.gone = true;
        lab.pass(Duration.ofMinutes(60));
        assertEquals("working", get(created).result().getString("status"));
        assertTrue(reply.events.isEmpty() && reply.comments.isEmpty());
    }

    @Test
    void callThatNeverEnds_isEnded_andItsTaskForgottenLater() throws InterruptedException {
        JsonObject created = start(HOLD).result();
        lab.tools.hold.awaitRunning(1);
        lab.pass(Duration.ofMinutes(65));
        assertTrue(awaitEnd(created).getJsonObject("result").getBoolean("isError"));
        lab.pass(Duration.ofMinutes(59));
        assertEquals("completed", get(created).result().getString("status"));
        lab.pass(Duration.ofMinutes(1));
        get(created).isError(200, RpcError.INVALID_PARAMS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks/get", "tasks/update", "tasks/cancel"})
    void somebodyElsesTask_isUnknown(String method) throws InterruptedException {
        JsonObject created = start(HOLD).result();
        String more = ",\"inputResponses\":{}";
        RecordingReply foreign = ask(method, created, more, Map.of("X-Conversation-Id", "c"));
        RecordingReply unknown =
                ask(method, Json.createObjectBuilder().add("taskId", "nope").build(), more, Map.of());
        foreign.isError(200, RpcError.INVALID_PARAMS);
        assertEquals(unknown.body(), foreign.body());
        assertEquals("working", get(created).result().getString("status"));
    }

    @Test
    void taskOfAConversation_isFoundByIt() {
        Map<String, String> conversation = Map.of("X-Conversation-Id", "c");
        JsonObject created = call("hold", HOLD, DECLARED, conversation).result();
        assertEquals(
                "working", ask("tasks/get", created, "", conversation).result().getString("status"));
    }

    @Test
    void ids_areUnguessable() {
        String one = start(HOLD).result().getString("taskId");
        String other = start(HOLD).result().getString("taskId");
        assertEquals(32, one.length());
        assertNotEquals(one, other);
    }

    @Test
    void otherTools_areAnsweredTheOrdinaryWay() {
        JsonObject result = call("who", "{}", DECLARED, Map.of()).result();
        assertEquals("complete", result.getString("resultType"));
        assertFalse(result.containsKey("taskId"));
    }

    @Test
    void clientThatKnowsNoTasks_waits() throws InterruptedException {
        RecordingReply reply = lab.modernCall("hold", HOLD, Map.of());
        lab.tools.hold.awaitRunning(1);
        assertFalse(reply.isEnded());
        lab.tools.hold.letGo(1);
        assertEquals("complete", reply.result().getString("resultType"));
    }

    @Test
    void legacyClient_waits_whateverItDeclares() throws InterruptedException {
        RecordingReply reply = lab.call(
                lab.initialize(),
                "1",
                "hold",
                HOLD,
                "\"io.modelcontextprotocol/clientCapabilities\":{\"extensions\":{\"" + Tasks.EXTENSION + "\":{}}}");
        lab.tools.hold.awaitRunning(1);
        assertFalse(reply.isEnded());
    }

    @ParameterizedTest
    @CsvSource({"tasks/get", "tasks/update", "tasks/cancel"})
    void methods_needTheCapability_M9(String method) {
        Map<String, String> headers = new TreeMap<>(Lab.modernHeaders(method));
        headers.put("Mcp-Name", "x");
        requiresTasks(lab.post(headers, request(method, "\"taskId\":\"x\"," + Lab.MODERN_META + "}")));
    }

    @Test
    void toolThatMustBeATask_needsTheCapability_M9() throws InterruptedException {
        requiresTasks(lab.modernCall("job", "{}", Map.of()));
        assertEquals("task", call("job", "{}", DECLARED, Map.of()).result().getString("resultType"));
    }

    @Test
    void toolThatMustBeATask_isNothingForTheLegacyEra() {
        lab.call(lab.initialize(), "1", "job", "{}", "").isError(400, Tasks.MISSING_CAPABILITY);
    }

    @Test
    void nameHeader_repeatsTheTask_M5() {
        String taskId = start(HOLD).result().getString("taskId");
        String body = request("tasks/get", "\"taskId\":\"" + taskId + "\"," + DECLARED + "}");
        Map<String, String> headers = new TreeMap<>(Lab.modernHeaders("tasks/get"));
        lab.post(headers, body).isError(400, Envelope.HEADER_MISMATCH);
        headers.put("Mcp-Name", taskId + "x");
        lab.post(headers, body).isError(400, Envelope.HEADER_MISMATCH);
    }

    @Test
    void badProgressToken_makesNoTask() {
        call("hold", HOLD, DECLARED + ",\"progressToken\":1.5", Map.of()).isError(200, RpcError.INVALID_PARAMS);
        assertEquals(0, lab.server.tasks());
    }

    @Test
    void fullHouse_isAResultOfTheTask() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            start(HOLD);
        }
        lab.tools.hold.awaitRunning(4);
        JsonObject ended = awaitEnd(start(HOLD).result());
        assertTrue(ended.getJsonObject("result").toString().contains("LIMIT_REACHED"));
    }

    private static void requiresTasks(RecordingReply reply) {
        reply.isError(400, Tasks.MISSING_CAPABILITY);
        assertEquals(
                "{\"requiredCapabilities\":{\"extensions\":{\"" + Tasks.EXTENSION + "\":{}}}}",
                reply.body().getJsonObject("error").get("data").toString());
    }

    private RecordingReply start(String arguments) {
        return call("hold", arguments, DECLARED, Map.of());
    }

    private RecordingReply call(String tool, String arguments, String meta, Map<String, String> more) {
        Map<String, String> headers = new TreeMap<>(Lab.modernHeaders("tools/call"));
        headers.put("Mcp-Name", tool);
        headers.putAll(more);
        return lab.post(
                headers,
                request("tools/call", "\"name\":\"" + tool + "\",\"arguments\":" + arguments + "," + meta + "}"));
    }

    private RecordingReply get(JsonObject created) {
        return ask("tasks/get", created, "", Map.of());
    }

    private JsonObject awaitEnd(JsonObject created) {
        JsonObject task = get(created).result();
        while (task.getString("status").equals("working")) {
            Thread.onSpinWait();
            task = get(created).result();
        }
        return task;
    }

    private RecordingReply ask(String method, JsonObject created, String params, Map<String, String> more) {
        String taskId = created.getString("taskId");
        Map<String, String> headers = new TreeMap<>(Lab.modernHeaders(method));
        headers.put("Mcp-Name", taskId);
        headers.putAll(more);
        return lab.post(headers, request(method, "\"taskId\":\"" + taskId + "\"" + params + "," + DECLARED + "}"));
    }

    private static String request(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":{" + params + "}}";
    }
}
