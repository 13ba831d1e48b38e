package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.Message;
import dev.sandgate.mcp.jsonrpc.Message.Notification;
import dev.sandgate.mcp.jsonrpc.Message.Request;
import dev.sandgate.mcp.jsonrpc.Messages;
import dev.sandgate.mcp.jsonrpc.RpcError;
import dev.sandgate.mcp.tool.FailureTeller;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/** The front of the room: takes what came over HTTP and answers it. Thread-safe. Whoever makes it stops it. */
public final class McpServer {
    private static final Logger LOG = System.getLogger(McpServer.class.getName());

    private final Catalogue catalogue;
    private final ServerCard card;
    private final Sessions sessions;
    private final Calls calls;
    private final Tasks tasks;
    private final Admission admission;
    private final Protocol protocol;

    /**
     * @param onSessionEnd called on a thread of {@code threads}
     */
    public McpServer(
            McpSettings settings,
            Offer offer,
            FailureTeller failures,
            SessionEndListener onSessionEnd,
            McpThreads threads,
            McpTime time) {
        this.catalogue = offer.tools();
        this.card = new ServerCard(settings.version());
        this.calls = new Calls(settings, threads.runners(), threads.beaters(), time.millis());
        this.tasks = new Tasks(calls, time);
        this.sessions = new Sessions(settings, time.millis(), session -> {
            session.close().forEach(call -> call.cancel(Cancellation.SESSION_ENDED));
            threads.releasers().execute(() -> onSessionEnd.sessionEnded(session.owner()));
        });
        this.admission = new Admission(sessions);
        this.protocol = new Protocol(sessions, calls, tasks, offer.resources(), failures);
    }

    /** Answers, now or later; never waits for a tool. */
    public void post(Incoming incoming, Reply reply) {
        try {
            take(Messages.read(incoming.body()), incoming, reply);
        } catch (RpcError unreadable) {
            reply.end(Answer.refusal(400, unreadable));
        } catch (Refusal refusal) {
            reply.end(Answer.refusal(refusal.status(), refusal.error()));
        }
    }

    /** Ends a legacy session (contract; M1). */
    public Answer delete(Headers headers) {
        if (Era.announcedModern(headers)) {
            RpcError notHere = RpcError.invalidRequest("Invalid Request: " + Revisions.MODERN + " has no sessions");
            return Answer.refusal(405, notHere).with("Allow", "POST");
        }
        Optional<String> id = headers.value(HeaderNames.SESSION);
        if (id.isEmpty()) {
            return Answer.refusal(400, RpcError.invalidRequest("Invalid Request: no " + HeaderNames.SESSION));
        }
        try {
            sessions.end(id.get());
            return Answer.empty(204);
        } catch (Refusal unknown) {
            return Answer.refusal(unknown.status(), unknown.error());
        }
    }

    /** To be called a few times a second: signs of life of waiting calls, idle sessions, old tasks, calls that have run for too long. */
    public void beat() {
        try {
            calls.beat();
            sessions.expire();
            tasks.expire();
        } catch (RuntimeException defect) { // the heart goes on
            LOG.log(Level.ERROR, () -> "heartbeat: " + defect.getClass().getName());
        }
    }

    /** Ends every call and every session; the listener hears of each. */
    public void stop() {
        calls.cancelAll();
        sessions.endAll();
    }

    int tasks() {
        return tasks.size();
    }

    private void take(Message message, Incoming incoming, Reply reply) {
        if (message instanceof Request request) {
            answer(request, incoming, reply);
        } else if (message instanceof Notification notification) {
            Era era = Era.of(notification.method(), notification.params(), incoming.headers());
            Asker asker = admission.admit(notification, era, incoming.headers());
            protocol.hear(notification, asker.session());
            reply.end(Answer.empty(202));
        } else {
            admission.admitResponse(incoming.headers());
            reply.end(Answer.empty(202));
        }
    }

    private void answer(Request request, Incoming incoming, Reply reply) {
        Era era = Era.of(request.method(), request.params(), incoming.headers());
        try {
            Asker asker = admission.admit(request, era, incoming.headers());
            Toolbox tools = catalogue.select(incoming.tools());
            protocol.answer(new Turn(request, era, asker, tools, card, reply));
        } catch (RpcError wrong) {
            reply.end(Answer.of(era.statusOf(wrong), Messages.error(wrong.answering(request.id()))));
        } catch (Refusal refusal) {
            reply.end(Answer.refusal(refusal.status(), refusal.error().answering(request.id())));
        }
    }
}
