package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.RpcError;
import dev.sandgate.mcp.tool.FailureTeller;
import dev.sandgate.mcp.tool.ToolEntry;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/** The tool calls in flight: started, counted, kept alive, ended, logged. Thread-safe. */
final class Calls implements Call.Account {
    private static final Logger LOG = System.getLogger(Calls.class.getName());

    private final Set<Call> live = ConcurrentHashMap.newKeySet();
    private final McpSettings settings;
    private final FailureTeller failures;
    private final Executor runners;
    private final Executor beaters;
    private final LongSupplier millis;

    /**
     * @param runners a thread a call; refuses when all are busy
     * @param beaters sends signs of life; may block for as long as a client does not read
     */
    Calls(McpSettings settings, FailureTeller failures, Executor runners, Executor beaters, LongSupplier millis) {
        this.settings = settings;
        this.failures = failures;
        this.runners = runners;
        this.beaters = beaters;
        this.millis = millis;
    }

    /** {@code tools/call}: returns at once, the answer goes to the turn's reply later (E11). */
    void start(Turn turn) {
        Call call = new Call(turn, tool(turn), arguments(turn), failures, this, millis.getAsLong());
        turn.asker().session().ifPresent(session -> session.begin(turn.id(), call));
        live.add(call);
        if (isTooMany(turn)) {
            call.refuse();
            return;
        }
        try {
            runners.execute(call);
        } catch (RejectedExecutionException allBusy) {
            call.refuse();
        }
    }

    /** Once in a while: signs of life, and the end of what has run for too long. */
    void beat() {
        long now = millis.getAsLong();
        for (Call call : live) {
            if (call.isOutOfTime(now)) {
                call.cancel(Cancellation.OUT_OF_TIME);
            } else if (call.isDue(now)) {
                beaters.execute(() -> call.beat(now));
            }
        }
    }

    void cancelAll() {
        live.forEach(call -> call.cancel(Cancellation.SHUTDOWN));
    }

    int inFlight() {
        return live.size();
    }

    private boolean isTooMany(Turn turn) {
        return turn.asker()
                .session()
                .filter(session -> session.inFlight() > settings.callsPerSession())
                .isPresent();
    }

    @Override
    public void elsewhere(Runnable work) {
        try {
            runners.execute(work);
        } catch (RejectedExecutionException allBusy) {
            work.run();
        }
    }

    @Override
    public void ended(Call call, String outcome) {
        long now = millis.getAsLong();
        live.remove(call);
        call.turn()
                .asker()
                .session()
                .ifPresent(session -> session.end(call.turn().id(), now));
        LOG.log(
                Level.INFO,
                "call request={0} tool={1} outcome={2} ms={3}",
                call.requestId(),
                call.toolName(),
                outcome,
                Long.toString(now - call.startedAt()));
    }

    private static ToolEntry tool(Turn turn) {
        if (turn.params().get("name") instanceof JsonString name) {
            return turn.tools()
                    .find(name.getString())
                    .orElseThrow(() -> RpcError.invalidParams("Invalid params: unknown tool"));
        }
        throw RpcError.invalidParams("Invalid params: name must be a string");
    }

    private static JsonObject arguments(Turn turn) {
        if (turn.params().getOrDefault("arguments", JsonValue.EMPTY_JSON_OBJECT) instanceof JsonObject arguments) {
            return arguments;
        }
        throw RpcError.invalidParams("Invalid params: arguments must be an object");
    }
}
