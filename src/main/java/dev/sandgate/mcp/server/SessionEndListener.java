package dev.sandgate.mcp.server;

import dev.sandgate.sandbox.model.Caller;

/** Is told, on a thread of its own, that a session is over and what it owns can be released (L10). Told once a session. */
@FunctionalInterface
public interface SessionEndListener {

    /** @param caller with the scope {@link Caller.Session}, also when the session was bound to a conversation */
    void sessionEnded(Caller caller);
}
