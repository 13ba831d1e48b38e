package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.RpcError;

/** A request that is not let in to the protocol: an HTTP status of its own beside the JSON-RPC error. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient RpcError error;

    Refusal(int status, RpcError error) {
        super(error.getMessage(), null, false, false);
        this.status = status;
        this.error = error;
    }

    static Refusal badParams(String message) {
        return new Refusal(400, RpcError.invalidParams(message));
    }

    int status() {
        return status;
    }

    RpcError error() {
        return error;
    }
}
