package dev.sandgate.mcp.jsonrpc;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;

/** One incoming message (JSON-RPC 2.0, section 4). {@code params} is empty where there were none. */
public sealed interface Message {

    /** @param id a string or an integer, as it came: 1 and "1" are two ids */
    record Request(JsonValue id, String method, JsonObject params) implements Message {}

    record Notification(String method, JsonObject params) implements Message {}

    /** An answer to a request of ours. Nobody here asks, so its content is not kept. */
    record Response() implements Message {}
}
