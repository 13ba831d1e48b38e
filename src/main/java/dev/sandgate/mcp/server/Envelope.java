package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.JsonText;
import dev.sandgate.mcp.jsonrpc.Message.Request;
import dev.sandgate.mcp.jsonrpc.RpcError;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.util.Map;
import java.util.Optional;

/** What every request of 2026-07-28 has to say about itself, in {@code _meta} and again in headers (M5–M7). */
final class Envelope {
    static final int HEADER_MISMATCH = -32020;
    static final int UNSUPPORTED_VERSION = -32022;

    /** Which parameter the name header repeats. */
    private static final Map<String, String> NAMED = Map.of(
            "tools/call", "name",
            "resources/read", "uri",
            "tasks/get", "taskId",
            "tasks/update", "taskId",
            "tasks/cancel", "taskId");

    private final Request request;
    private final Headers headers;

    private Envelope(Request request, Headers headers) {
        this.request = request;
        this.headers = headers;
    }

    static void check(Request request, Headers headers) {
        new Envelope(request, headers).check();
    }

    private void check() {
        String version = versionInBody();
        Optional<String> versionHeader = headers.value(HeaderNames.PROTOCOL_VERSION);
        Optional<String> methodHeader = headers.value(HeaderNames.METHOD).flatMap(HeaderText::decode);
        require(versionHeader.isEmpty() || versionHeader.get().equals(version), HeaderNames.PROTOCOL_VERSION);
        require(methodHeader.isEmpty() || methodHeader.get().equals(request.method()), HeaderNames.METHOD);
        requireSpoken(version);
        require(versionHeader.isPresent(), HeaderNames.PROTOCOL_VERSION);
        require(methodHeader.isPresent(), HeaderNames.METHOD);
        String named = NAMED.getOrDefault(request.method(), "");
        if (request.params().get(named) instanceof JsonString name) {
            require(headers.value(HeaderNames.NAME).flatMap(HeaderText::decode), name.getString());
        }
    }

    private String versionInBody() {
        JsonObject meta = Meta.of(request.params());
        if (!(meta.get(Meta.PROTOCOL_VERSION) instanceof JsonString version)) {
            throw Refusal.badParams("Invalid params: _meta must have the string " + Meta.PROTOCOL_VERSION);
        }
        if (!(meta.get(Meta.CLIENT_CAPABILITIES) instanceof JsonObject)) {
            throw Refusal.badParams("Invalid params: _meta must have the object " + Meta.CLIENT_CAPABILITIES);
        }
        return version.getString();
    }

    private static void requireSpoken(String version) {
        if (!version.equals(Revisions.MODERN)) {
            var supported = JsonText.array();
            Revisions.ALL.forEach(supported::add);
            JsonObject data = JsonText.object()
                    .add("supported", supported)
                    .add("requested", version)
                    .build();
            throw new Refusal(
                    400,
                    RpcError.of(UNSUPPORTED_VERSION, "Unsupported protocol version")
                            .with(data));
        }
    }

    private static void require(Optional<String> header, String inBody) {
        require(header.isPresent() && header.get().equals(inBody), HeaderNames.NAME);
    }

    private static void require(boolean good, String header) {
        if (!good) {
            throw new Refusal(
                    400,
                    RpcError.of(
                            HEADER_MISMATCH,
                            "Header mismatch: " + header + " is missing, malformed or differs from the body"));
        }
    }
}
