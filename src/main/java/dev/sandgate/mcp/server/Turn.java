package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.Message.Request;
import dev.sandgate.mcp.jsonrpc.Messages;
import dev.sandgate.mcp.jsonrpc.RpcError;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;

/** A request that was let in, and everything that is known about it. */
record Turn(Request request, Era era, Asker asker, Toolbox tools, ServerCard server, Reply reply) {

    JsonValue id() {
        return request.id();
    }

    JsonObject params() {
        return request.params();
    }

    /** The same, answered elsewhere. */
    Turn repliedTo(Reply other) {
        return new Turn(request, era, asker, tools, server, other);
    }

    Answer result(JsonObject result) {
        return Answer.of(200, Messages.result(id(), era.dress(result, server)));
    }

    Answer error(RpcError error) {
        return Answer.of(era.statusOf(error), Messages.error(error.answering(id())));
    }
}
