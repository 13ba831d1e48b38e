package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.Messages;
import dev.sandgate.mcp.jsonrpc.RpcError;
import jakarta.json.JsonObject;
import java.util.Map;
import java.util.Optional;

/** What a request gets in the end. A stream that has begun carries the body as its last event and drops the rest. */
public record Answer(int status, Optional<JsonObject> body, Map<String, String> headers) {

    static Answer of(int status, JsonObject message) {
        return new Answer(status, Optional.of(message), Map.of());
    }

    static Answer empty(int status) {
        return new Answer(status, Optional.empty(), Map.of());
    }

    /** An error that is the transport's: the message is no JSON-RPC request, or is not let in. */
    public static Answer refusal(int status, RpcError error) {
        return of(status, Messages.error(error));
    }

    Answer with(String name, String value) {
        return new Answer(status, body, Map.of(name, value));
    }
}
