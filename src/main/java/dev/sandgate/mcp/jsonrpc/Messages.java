package dev.sandgate.mcp.jsonrpc;

import static dev.sandgate.mcp.jsonrpc.RpcError.invalidRequest;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;

/** Reads and writes messages. */
public final class Messages {
    private static final int LONGEST_ID = 1024;

    private Messages() {}

    /** @throws RpcError -32700 or -32600, with the request's id where it could be read (M11, E9) */
    public static Message read(byte[] body) {
        JsonValue value = JsonText.parse(body);
        if (value instanceof JsonArray) {
            throw invalidRequest("Invalid Request: batches are not supported, send one message");
        }
        if (!(value instanceof JsonObject object)) {
            throw invalidRequest("Invalid Request: the message is not an object");
        }
        return object.containsKey("method") ? called(object) : answered(object);
    }

    public static JsonObject result(JsonValue id, JsonObject result) {
        return message().add("id", id).add("result", result).build();
    }

    public static JsonObject notification(String method, JsonObject params) {
        return message().add("method", method).add("params", params).build();
    }

    /** Without the key {@code id} where the error answers no readable request. */
    public static JsonObject error(RpcError error) {
        JsonObjectBuilder message = message();
        error.id().ifPresent(id -> message.add("id", id));
        JsonObjectBuilder inner = JsonText.object().add("code", error.code()).add("message", error.getMessage());
        error.data().ifPresent(data -> inner.add("data", data));
        return message.add("error", inner).build();
    }

    private static Message called(JsonObject object) {
        if (!object.containsKey("id")) {
            requireVersion(object);
            return new Message.Notification(method(object), params(object));
        }
        JsonValue id = id(object);
        try {
            requireVersion(object);
            if (object.containsKey("result") || object.containsKey("error")) {
                throw invalidRequest("Invalid Request: both a request and a response");
            }
            return new Message.Request(id, method(object), params(object));
        } catch (RpcError error) {
            throw error.answering(id);
        }
    }

    private static Message answered(JsonObject object) {
        requireVersion(object);
        if (!object.containsKey("id") || object.containsKey("result") == object.containsKey("error")) {
            throw invalidRequest("Invalid Request: neither a request nor a notification nor a response");
        }
        return new Message.Response();
    }

    private static JsonValue id(JsonObject object) {
        JsonValue id = object.get("id");
        if (!JsonText.isStringOrInteger(id)) {
            throw invalidRequest("Invalid Request: id must be a string or an integer");
        }
        if (id instanceof JsonString text && text.getChars().length() > LONGEST_ID) {
            throw invalidRequest("Invalid Request: id is longer than " + LONGEST_ID + " characters");
        }
        return id;
    }

    private static void requireVersion(JsonObject object) {
        if (!(object.get("jsonrpc") instanceof JsonString version)
                || !version.getString().equals("2.0")) {
            throw invalidRequest("Invalid Request: jsonrpc must be \"2.0\"");
        }
    }

    private static String method(JsonObject object) {
        if (object.get("method") instanceof JsonString method) {
            return method.getString();
        }
        throw invalidRequest("Invalid Request: method must be a string");
    }

    private static JsonObject params(JsonObject object) {
        JsonValue params = object.getOrDefault("params", JsonValue.EMPTY_JSON_OBJECT);
        if (params instanceof JsonObject members) {
            return members;
        }
        throw invalidRequest("Invalid Request: params must be an object");
    }

    private static JsonObjectBuilder message() {
        return JsonText.object().add("jsonrpc", "2.0");
    }
}
