package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.RpcError;
import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.FailureTeller;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.mcp.tool.ToolAnswer;
import dev.sandgate.mcp.tool.ToolEntry;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.concurrent.CompletableFuture;

/** {@code tools/call}: whatever the tool fails with is a result (E11). */
record ToolWork(ToolEntry tool, JsonObject arguments, FailureTeller failures) implements Work<Result> {

    /** @throws RpcError for an unknown tool and a malformed call */
    static ToolWork of(Turn turn, FailureTeller failures) {
        return new ToolWork(tool(turn), arguments(turn), failures);
    }

    @Override
    public String name() {
        return tool.name();
    }

    @Override
    public CompletableFuture<Result> begin(CallContext context) {
        return tool.begin(arguments, context);
    }

    @Override
    public Ending given(Result result) {
        return ending(tool.asPromised(result), result.failed() ? "failed" : "ok");
    }

    @Override
    public Ending told(Throwable thrown, CallContext context) {
        FailureTeller.Told told = failures.tell(thrown, context);
        return ending(told.result(), told.outcome());
    }

    private static Ending ending(Result result, String word) {
        return Ending.of(ToolAnswer.of(result), word);
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
