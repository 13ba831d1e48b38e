package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.JsonText;
import dev.sandgate.mcp.jsonrpc.RpcError;
import jakarta.json.JsonObject;
import java.util.List;

/** The two shapes of the protocol. */
enum Era {
    /** 2026-07-28: stateless. */
    MODERN {
        @Override
        boolean has(String method) {
            return SHARED.contains(method)
                    || List.of("server/discover", "tasks/get", "tasks/update", "tasks/cancel")
                            .contains(method); // M8
        }

        @Override
        JsonObject dress(JsonObject result, ServerCard server) {
            return JsonText.object()
                    .add("resultType", "complete") // M15
                    .addAll(JsonText.object(result))
                    .add("_meta", JsonText.object().add(Meta.SERVER_INFO, server.info())) // m2
                    .build();
        }

        @Override
        JsonObject cacheable(JsonObject result) {
            return JsonText.object(result)
                    .add("ttlMs", FRESH_MILLIS) // M16
                    .add("cacheScope", "public")
                    .build();
        }

        @Override
        JsonObject passing(JsonObject result) {
            return JsonText.object(result)
                    .add("ttlMs", 0) // M16
                    .add("cacheScope", "private")
                    .build();
        }

        @Override
        RpcError resourceNotFound(String uri) {
            return noResource(RpcError.INVALID_PARAMS, uri); // M22
        }

        @Override
        int statusOf(RpcError error) {
            return error.code() == RpcError.METHOD_NOT_FOUND
                    ? 404
                    : 200; // M8; what a handler finds wrong stays in the body
        }
    },

    /** 2025-11-25 and 2025-06-18: a handshake and sessions. */
    LEGACY {
        @Override
        boolean has(String method) {
            return SHARED.contains(method) || List.of("initialize", "ping").contains(method);
        }

        @Override
        JsonObject dress(JsonObject result, ServerCard server) {
            return result;
        }

        @Override
        JsonObject cacheable(JsonObject result) {
            return result;
        }

        @Override
        JsonObject passing(JsonObject result) {
            return result;
        }

        @Override
        RpcError resourceNotFound(String uri) {
            return noResource(RESOURCE_NOT_FOUND, uri); // E14
        }

        @Override
        int statusOf(RpcError error) {
            return 200;
        }
    };

    private static final List<String> SHARED =
            List.of("tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read");

    static final int RESOURCE_NOT_FOUND = -32002;

    /** What is listed changes only with a new version of the server. */
    private static final int FRESH_MILLIS = 300_000;

    /** Whether its specification and this server both have the method. */
    abstract boolean has(String method);

    abstract JsonObject dress(JsonObject result, ServerCard server);

    /** A result that anybody may keep for a while. */
    abstract JsonObject cacheable(JsonObject result);

    /** A result that is this caller's only, and may be another the next moment. */
    abstract JsonObject passing(JsonObject result);

    abstract RpcError resourceNotFound(String uri);

    /** The HTTP status of an error that answers a request which was let in. */
    abstract int statusOf(RpcError error);

    /** Contract: {@code _meta} or the header, never {@code Mcp-*} alone; {@code initialize} is the handshake unless it says otherwise. */
    static Era of(String method, JsonObject params, Headers headers) {
        if (Meta.of(params).containsKey(Meta.PROTOCOL_VERSION)) {
            return MODERN;
        }
        boolean announced = announcedModern(headers) && !method.equals("initialize");
        return announced ? MODERN : LEGACY;
    }

    private static RpcError noResource(int code, String uri) {
        return RpcError.of(code, "Resource not found")
                .with(JsonText.object().add("uri", uri).build());
    }

    static boolean announcedModern(Headers headers) {
        return headers.value(HeaderNames.PROTOCOL_VERSION)
                .filter(Revisions.MODERN::equals)
                .isPresent();
    }
}
