package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.Message.Notification;
import dev.sandgate.mcp.jsonrpc.Message.Request;
import dev.sandgate.mcp.jsonrpc.RpcError;
import dev.sandgate.sandbox.model.Caller;
import jakarta.json.JsonObject;
import java.util.Optional;

/** What an era demands of a message before anything is done, and on whose behalf it is. Everything wrong is a {@link Refusal}. */
final class Admission {
    private final Sessions sessions;

    Admission(Sessions sessions) {
        this.sessions = sessions;
    }

    Asker admit(Request request, Era era, Headers headers) {
        Optional<String> conversation = ConversationName.of(request.params(), headers);
        if (era == Era.MODERN) {
            Envelope.check(request, headers);
            return stateless(conversation); // a session id means nothing here (M1)
        }
        if (request.method().equals("initialize")) {
            return stateless(conversation); // neither a session nor a version is agreed yet (E6)
        }
        return ofSession(conversation, headers);
    }

    Asker admit(Notification notification, Era era, Headers headers) {
        return era == Era.MODERN ? stateless(Optional.empty()) : admitLegacy(notification.params(), headers);
    }

    /** An answer to a request of ours, which we never make: taken from a session, and dropped (E3). */
    Asker admitResponse(Headers headers) {
        if (Era.announcedModern(headers)) {
            throw new Refusal(
                    400, RpcError.invalidRequest("Invalid Request: neither a request nor a notification")); // M3
        }
        return ofSession(Optional.empty(), headers);
    }

    private Asker admitLegacy(JsonObject params, Headers headers) {
        return ofSession(ConversationName.of(params, headers), headers);
    }

    private Asker ofSession(Optional<String> conversation, Headers headers) {
        requireSpoken(headers);
        Optional<String> id = headers.value(HeaderNames.SESSION);
        if (id.isPresent()) {
            Session session = sessions.use(id.get());
            return new Asker(session.caller(conversation), Optional.of(session));
        }
        if (conversation.isEmpty()) {
            throw new Refusal(
                    400, RpcError.invalidRequest("Invalid Request: no " + HeaderNames.SESSION + ", initialize first"));
        }
        return stateless(conversation);
    }

    private static Asker stateless(Optional<String> conversation) {
        Caller.Scope scope =
                conversation.<Caller.Scope>map(Caller.Conversation::new).orElseGet(Caller.Stateless::new);
        return new Asker(new Caller(Caller.LOCAL_TENANT, scope), Optional.empty());
    }

    private static void requireSpoken(Headers headers) {
        Optional<String> version = headers.value(HeaderNames.PROTOCOL_VERSION);
        if (version.isPresent() && !Revisions.LEGACY.contains(version.get())) {
            throw new Refusal(
                    400,
                    RpcError.invalidRequest("Invalid Request: unsupported " + HeaderNames.PROTOCOL_VERSION
                            + "; supported are " + String.join(", ", Revisions.ALL)));
        }
    }
}
