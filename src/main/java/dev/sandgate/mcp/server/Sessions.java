package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.RpcError;
import dev.sandgate.sandbox.model.Caller;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The sessions of the legacy era: random ids (l1), idle expiry, a cap. Thread-safe. */
final class Sessions {
    private static final int ID_BYTES = 24;

    private final SecureRandom random = new SecureRandom();
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();
    private final McpSettings settings;
    private final LongSupplier millis;
    private final Consumer<Session> onEnd;

    /** @param onEnd called once a session, on the thread that ended it */
    Sessions(McpSettings settings, LongSupplier millis, Consumer<Session> onEnd) {
        this.settings = settings;
        this.millis = millis;
        this.onEnd = onEnd;
    }

    /** @throws Refusal 503 when there are too many */
    synchronized Session open(Caller opener) {
        if (sessions.size() >= settings.sessionMax()) {
            expire();
        }
        if (sessions.size() >= settings.sessionMax()) {
            throw new Refusal(503, RpcError.of(RpcError.INTERNAL_ERROR, "Too many sessions, try again later"));
        }
        var session = new Session(newId(), opener, millis.getAsLong());
        sessions.put(session.id(), session);
        return session;
    }

    /** @throws Refusal 404 when there is none of that id: the client has to initialize again (E7) */
    Session use(String id) {
        Session session = sessions.get(id);
        if (session == null) {
            throw unknown();
        }
        session.use(millis.getAsLong());
        return session;
    }

    void end(String id) {
        Session session = sessions.remove(id);
        if (session == null) {
            throw unknown();
        }
        onEnd.accept(session);
    }

    void expire() {
        long idleSince = millis.getAsLong() - settings.sessionIdle().toMillis();
        for (Session session : List.copyOf(sessions.values())) {
            if (session.isIdleSince(idleSince) && sessions.remove(session.id()) != null) {
                onEnd.accept(session);
            }
        }
    }

    void endAll() {
        for (Session session : List.copyOf(sessions.values())) {
            if (sessions.remove(session.id()) != null) {
                onEnd.accept(session);
            }
        }
    }

    int size() {
        return sessions.size();
    }

    static Refusal unknown() {
        return new Refusal(404, RpcError.invalidRequest("Invalid Request: unknown or ended session, initialize again"));
    }

    private String newId() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
