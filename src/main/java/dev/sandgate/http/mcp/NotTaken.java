package dev.sandgate.http.mcp;

import dev.sandgate.mcp.jsonrpc.RpcError;

/** A POST that is refused before its message is read. */
final class NotTaken extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    NotTaken(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }

    RpcError error() {
        return RpcError.invalidRequest(getMessage());
    }
}
