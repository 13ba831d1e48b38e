package dev.sandgate.mcp.server;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;

/** The member {@code _meta} of a request, and the keys of it that mean something here. Others, like traceparent, are left alone. */
final class Meta {
    static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
    static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";
    static final String CONVERSATION = "dev.sandgate/conversation_id";
    static final String PROGRESS_TOKEN = "progressToken";

    private Meta() {}

    /** Whether the client says that it knows an extension. */
    static boolean declaresExtension(JsonObject params, String extension) {
        return of(params).get(CLIENT_CAPABILITIES) instanceof JsonObject capabilities
                && capabilities.get("extensions") instanceof JsonObject extensions
                && extensions.containsKey(extension);
    }

    /** Empty where it is missing or not an object. */
    static JsonObject of(JsonObject params) {
        return params.get("_meta") instanceof JsonObject meta ? meta : JsonValue.EMPTY_JSON_OBJECT;
    }
}
