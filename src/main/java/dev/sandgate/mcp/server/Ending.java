package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.RpcError;
import jakarta.json.JsonObject;
import java.util.function.Function;

/**
 * How a call ended.
 *
 * @param answer what its turn gets
 * @param word for the log line
 */
record Ending(Function<Turn, Answer> answer, String word) {

    static Ending of(JsonObject result, String word) {
        return new Ending(turn -> turn.result(result), word);
    }

    static Ending of(RpcError error, String word) {
        return new Ending(turn -> turn.error(error), word);
    }
}
