package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.JsonText;
import dev.sandgate.mcp.jsonrpc.RpcError;
import dev.sandgate.mcp.tool.AsTask;
import dev.sandgate.mcp.tool.ToolEntry;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/**
 * The extension {@code io.modelcontextprotocol/tasks} (SEP-2663; 2026-07-28 only): calls that are answered at once and asked for
 * their result later, by whoever made them. What has ended is kept until its time is over. Thread-safe.
 */
final class Tasks {
    static final String EXTENSION = "io.modelcontextprotocol/tasks";
    static final int MISSING_CAPABILITY = -32021;

    private static final int ID_BYTES = 24;

    private final SecureRandom random = new SecureRandom();
    private final Map<String, Kept> tasks = new HashMap<>();
    private final Calls calls;
    private final McpTime time;

    Tasks(Calls calls, McpTime time) {
        this.calls = calls;
        this.time = time;
    }

    private record Kept(Task task, Call call) {}

    /**
     * Whether this call is to become a task, which is ours to decide: for want of room it does not.
     *
     * @throws Refusal when it had to, and the client knows no tasks (M9)
     */
    boolean wants(Turn turn, ToolEntry tool) {
        if (tool.asTask() == AsTask.REQUIRED) {
            requireDeclared(turn);
        }
        return tool.asTask() != AsTask.NEVER && isDeclared(turn) && hasRoom();
    }

    /** Answers with {@code CreateTaskResult}, after which the task can be found. */
    void start(Turn turn, ToolWork work) {
        Task task = new Task(newId(), turn, time);
        keep(new Kept(task, calls.start(turn.repliedTo(task), work)));
        JsonObject created =
                JsonText.object(task.described()).add("resultType", "task").build();
        turn.reply().end(turn.result(created));
    }

    Answer get(Turn turn) {
        return turn.result(find(turn).task().detailed());
    }

    /** No task of ours ever asks for input, so that no answer is for a question. */
    Answer update(Turn turn) {
        find(turn);
        if (turn.params().get("inputResponses") instanceof JsonObject) {
            return turn.result(JsonValue.EMPTY_JSON_OBJECT);
        }
        throw RpcError.invalidParams("Invalid params: inputResponses must be an object");
    }

    /** Of one that has ended, too. */
    Answer cancel(Turn turn) {
        find(turn).call().cancel(Cancellation.BY_CLIENT);
        return turn.result(JsonValue.EMPTY_JSON_OBJECT);
    }

    synchronized void expire() {
        tasks.values().removeIf(kept -> kept.task().isExpired());
    }

    synchronized int size() {
        return tasks.size();
    }

    private synchronized boolean hasRoom() {
        return tasks.size() < McpSettings.TASKS
                && tasks.values().stream()
                                .mapToLong(kept -> kept.task().weight())
                                .sum()
                        < McpSettings.TASK_CHARACTERS;
    }

    private synchronized void keep(Kept kept) {
        tasks.put(kept.task().id(), kept);
    }

    /** One answer for all that is not the caller's: unknown, over, or somebody else's. */
    private Kept find(Turn turn) {
        requireDeclared(turn);
        Kept kept = turn.params().get("taskId") instanceof JsonString id ? lookUp(id.getString()) : null;
        if (kept == null
                || kept.task().isExpired()
                || !kept.task().belongsTo(turn.asker().caller())) {
            throw RpcError.invalidParams("Invalid params: unknown task");
        }
        return kept;
    }

    private synchronized Kept lookUp(String id) {
        return tasks.get(id);
    }

    private static boolean isDeclared(Turn turn) {
        return turn.era() == Era.MODERN && Meta.declaresExtension(turn.params(), EXTENSION);
    }

    private static void requireDeclared(Turn turn) {
        if (!isDeclared(turn)) {
            var capabilities =
                    JsonText.object().add("extensions", JsonText.object().add(EXTENSION, JsonValue.EMPTY_JSON_OBJECT));
            throw new Refusal(
                    400,
                    RpcError.of(MISSING_CAPABILITY, "Missing required client capability: " + EXTENSION)
                            .with(JsonText.object()
                                    .add("requiredCapabilities", capabilities)
                                    .build()));
        }
    }

    private String newId() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
