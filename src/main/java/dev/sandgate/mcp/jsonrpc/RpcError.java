package dev.sandgate.mcp.jsonrpc;

import jakarta.json.JsonValue;
import java.util.Optional;

/** A JSON-RPC error (JSON-RPC 2.0, section 5.1). Its message is a fixed text of ours and never repeats a value of the request. */
public final class RpcError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public static final int PARSE_ERROR = -32700;
    public static final int INVALID_REQUEST = -32600;
    public static final int METHOD_NOT_FOUND = -32601;
    public static final int INVALID_PARAMS = -32602;
    public static final int INTERNAL_ERROR = -32603;

    private final int code;
    private final transient Optional<JsonValue> data;
    private final transient Optional<JsonValue> id;

    private RpcError(int code, String message, Optional<JsonValue> data, Optional<JsonValue> id) {
        super(message, null, false, false);
        this.code = code;
        this.data = data;
        this.id = id;
    }

    public static RpcError of(int code, String message) {
        return new RpcError(code, message, Optional.empty(), Optional.empty());
    }

    public static RpcError parseError(String message) {
        return of(PARSE_ERROR, message);
    }

    public static RpcError invalidRequest(String message) {
        return of(INVALID_REQUEST, message);
    }

    public static RpcError methodNotFound() {
        return of(METHOD_NOT_FOUND, "Method not found");
    }

    public static RpcError invalidParams(String message) {
        return of(INVALID_PARAMS, message);
    }

    public static RpcError internal() {
        return of(INTERNAL_ERROR, "Internal error");
    }

    public RpcError with(JsonValue data) {
        return new RpcError(code, getMessage(), Optional.of(data), id);
    }

    /** The request it answers, where that much could be read. */
    public RpcError answering(JsonValue id) {
        return new RpcError(code, getMessage(), data, Optional.of(id));
    }

    public int code() {
        return code;
    }

    public Optional<JsonValue> data() {
        return data;
    }

    public Optional<JsonValue> id() {
        return id;
    }
}
