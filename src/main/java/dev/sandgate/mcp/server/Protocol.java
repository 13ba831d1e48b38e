package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.JsonText;
import dev.sandgate.mcp.jsonrpc.Message.Notification;
import dev.sandgate.mcp.jsonrpc.RpcError;
import dev.sandgate.mcp.tool.FailureTeller;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.Optional;

/** What is asked and how it is answered, in both eras. */
final class Protocol {
    private final Sessions sessions;
    private final Calls calls;
    private final Tasks tasks;
    private final ResourceCatalogue resources;
    private final FailureTeller failures;

    Protocol(Sessions sessions, Calls calls, Tasks tasks, ResourceCatalogue resources, FailureTeller failures) {
        this.sessions = sessions;
        this.calls = calls;
        this.tasks = tasks;
        this.resources = resources;
        this.failures = failures;
    }

    /** @throws RpcError for what is wrong with the request itself */
    void answer(Turn turn) {
        String method = turn.request().method();
        if (!turn.era().has(method)) {
            throw RpcError.methodNotFound();
        }
        switch (method) {
            case "initialize" -> turn.reply().end(initialize(turn));
            case "server/discover" -> turn.reply().end(discover(turn));
            case "ping" -> turn.reply().end(turn.result(JsonValue.EMPTY_JSON_OBJECT));
            case "tools/list" ->
                turn.reply().end(list(turn, "tools", turn.tools().descriptions()));
            case "tools/call" -> callTool(turn, ToolWork.of(turn, failures));
            case "resources/list" -> turn.reply().end(list(turn, "resources", resources.resources()));
            case "resources/templates/list" -> turn.reply().end(list(turn, "resourceTemplates", resources.templates()));
            case "resources/read" -> calls.start(turn, ReadWork.of(turn, resources, failures));
            case "tasks/get" -> turn.reply().end(tasks.get(turn));
            case "tasks/update" -> turn.reply().end(tasks.update(turn));
            case "tasks/cancel" -> turn.reply().end(tasks.cancel(turn));
            default -> throw RpcError.methodNotFound();
        }
    }

    /** Over HTTP only the legacy era has notifications of clients; unknown ones and unknown ids are ignored (l2, M3). */
    void hear(Notification notification, Optional<Session> session) {
        if (notification.method().equals("notifications/cancelled")) {
            JsonValue id = notification.params().getOrDefault("requestId", JsonValue.NULL);
            session.flatMap(owner -> owner.find(id)).ifPresent(call -> call.cancel(Cancellation.BY_CLIENT));
        }
    }

    private void callTool(Turn turn, ToolWork work) {
        if (tasks.wants(turn, work.tool())) {
            tasks.start(turn, work);
        } else {
            calls.start(turn, work);
        }
    }

    private Answer initialize(Turn turn) {
        if (!(turn.params().get("protocolVersion") instanceof JsonString requested)) {
            throw RpcError.invalidParams("Invalid params: protocolVersion must be a string");
        }
        Session session = sessions.open(turn.asker().caller());
        return turn.result(turn.server().welcome(Revisions.negotiate(requested.getString())))
                .with(HeaderNames.SESSION, session.id());
    }

    private static Answer discover(Turn turn) {
        return turn.result(turn.era().cacheable(turn.server().discovery()));
    }

    private static Answer list(Turn turn, String name, JsonArray elements) {
        if (turn.params().getOrDefault("cursor", JsonValue.NULL) != JsonValue.NULL) {
            throw RpcError.invalidParams("Invalid params: unknown cursor"); // l8: everything is on the first page
        }
        JsonObject list = JsonText.object().add(name, elements).build();
        return turn.result(turn.era().cacheable(list));
    }
}
