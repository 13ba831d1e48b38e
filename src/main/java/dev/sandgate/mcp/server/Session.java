package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.RpcError;
import dev.sandgate.sandbox.model.Caller;
import jakarta.json.JsonValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One session of the legacy era: what it is bound to, what is in flight, when it was last used. Thread-safe. */
final class Session {
    private final String id;
    private final String tenant;
    private final Map<JsonValue, Call> inFlight = new HashMap<>();
    private Optional<String> conversation;
    private long lastUsed;
    private boolean ended;

    /** @param opener whose scope is a conversation when the session is to be bound to it */
    Session(String id, Caller opener, long now) {
        this.id = id;
        this.tenant = opener.tenant();
        this.conversation =
                opener.scope() instanceof Caller.Conversation named ? Optional.of(named.id()) : Optional.empty();
        this.lastUsed = now;
    }

    String id() {
        return id;
    }

    /** Whom it stands for when it ends; a conversation outlives it. */
    Caller owner() {
        return new Caller(tenant, new Caller.Session(id));
    }

    /** Whom a request stands for. The first conversation that is named binds the session; another one later is refused. */
    synchronized Caller caller(Optional<String> named) {
        if (named.isPresent()) {
            if (conversation.isPresent() && !conversation.equals(named)) {
                throw Refusal.badParams("Invalid params: the session is bound to another conversation");
            }
            conversation = named;
        }
        return conversation
                .map(name -> new Caller(tenant, new Caller.Conversation(name)))
                .orElseGet(this::owner);
    }

    synchronized void use(long now) {
        lastUsed = now;
    }

    synchronized boolean isIdleSince(long moment) {
        return inFlight.isEmpty() && lastUsed <= moment;
    }

    synchronized int inFlight() {
        return inFlight.size();
    }

    /** @throws Refusal when a call with that id is still in flight, or the session has ended meanwhile */
    synchronized void begin(JsonValue requestId, Call call) {
        if (ended) {
            throw Sessions.unknown();
        }
        if (inFlight.putIfAbsent(requestId, call) != null) {
            throw new Refusal(400, RpcError.invalidRequest("Invalid Request: a request with this id is in flight"));
        }
    }

    synchronized void end(JsonValue requestId, long now) {
        inFlight.remove(requestId);
        lastUsed = now;
    }

    synchronized Optional<Call> find(JsonValue requestId) {
        return Optional.ofNullable(inFlight.get(requestId));
    }

    /** Nothing begins any more; what had begun is the caller's to stop. */
    synchronized List<Call> close() {
        ended = true;
        return List.copyOf(inFlight.values());
    }
}
