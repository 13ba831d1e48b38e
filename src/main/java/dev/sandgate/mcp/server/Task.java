package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.JsonText;
import dev.sandgate.sandbox.model.Caller;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A call that goes on without its request: the reply that keeps its answer for those who ask later. Nobody listens, so it takes no
 * progress (extension {@code tasks}). Thread-safe.
 */
final class Task implements Reply {
    private final String id;
    private final Caller owner;
    private final String requestId;
    private final McpTime time;
    private final long bornAt;
    private final Instant createdAt;
    private Instant updatedAt;
    private Optional<Answer> answer = Optional.empty();
    private long weight;

    Task(String id, Turn turn, McpTime time) {
        this.id = id;
        this.owner = turn.asker().caller();
        this.requestId = turn.reply().requestId();
        this.time = time;
        this.bornAt = time.millis().getAsLong();
        this.createdAt = now();
        this.updatedAt = createdAt;
    }

    String id() {
        return id;
    }

    boolean belongsTo(Caller caller) {
        return owner.equals(caller);
    }

    boolean isExpired() {
        return time.millis().getAsLong() - bornAt >= McpSettings.TASK_LIFE.toMillis();
    }

    /** Characters that are kept for it. */
    synchronized long weight() {
        return weight;
    }

    /** {@code Task} of the extension. */
    synchronized JsonObject described() {
        return description().build();
    }

    /** {@code DetailedTask} of the extension. */
    synchronized JsonObject detailed() {
        var detailed = description();
        answer.flatMap(Answer::body).ifPresent(body -> {
            String outcome = outcome(body);
            detailed.add(outcome, body.get(outcome));
        });
        return detailed.build();
    }

    @Override
    public String requestId() {
        return requestId;
    }

    @Override
    public boolean canStream() {
        return false;
    }

    /** What is kept is bounded as a whole. */
    @Override
    public boolean reserve(int bytes) {
        return true;
    }

    @Override
    public boolean event(JsonObject message) {
        return true;
    }

    @Override
    public boolean keepAlive() {
        return true;
    }

    @Override
    public synchronized void end(Answer last) {
        if (answer.isEmpty()) {
            answer = Optional.of(last);
            weight = last.body().map(body -> body.toString().length()).orElse(0);
            updatedAt = now();
        }
    }

    private JsonObjectBuilder description() {
        return JsonText.object()
                .add("taskId", id)
                .add("status", status())
                .add("createdAt", createdAt.toString())
                .add("lastUpdatedAt", updatedAt.toString())
                .add("ttlMs", McpSettings.TASK_LIFE.toMillis())
                .add("pollIntervalMs", McpSettings.TASK_POLL.toMillis());
    }

    /** A tool that fails has completed; what has failed is the protocol. Only a cancelled call gets no response. */
    private String status() {
        if (answer.isEmpty()) {
            return "working";
        }
        return answer.get()
                .body()
                .map(body -> outcome(body).equals("result") ? "completed" : "failed")
                .orElse("cancelled");
    }

    private static String outcome(JsonObject message) {
        return message.containsKey("result") ? "result" : "error";
    }

    private Instant now() {
        return time.wall().instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
