package dev.sandgate.mcp.server;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/** The calls in flight, of tools and for resources: started, counted, kept alive, ended, logged. Thread-safe. */
final class Calls implements Call.Account {
    private static final Logger LOG = System.getLogger(Calls.class.getName());

    private final Set<Call> live = ConcurrentHashMap.newKeySet();
    private final McpSettings settings;
    private final Executor runners;
    private final Executor beaters;
    private final LongSupplier millis;

    /**
     * @param runners a thread a call; refuses when all are busy
     * @param beaters sends signs of life; may block for as long as a client does not read
     */
    Calls(McpSettings settings, Executor runners, Executor beaters, LongSupplier millis) {
        this.settings = settings;
        this.runners = runners;
        this.beaters = beaters;
        this.millis = millis;
    }

    /** Returns at once, the answer goes to the turn's reply later. */
    Call start(Turn turn, Work<?> work) {
        Call call = new Call(turn, work, this, millis.getAsLong());
        turn.asker().session().ifPresent(session -> session.begin(turn.id(), call));
        live.add(call);
        if (isTooMany(turn)) {
            call.refuse();
            return call;
        }
        try {
            runners.execute(call);
        } catch (RejectedExecutionException allBusy) {
            call.refuse();
        }
        return call;
    }

    /** Once in a while: signs of life, and the end of what has run for too long. */
    void beat() {
        long now = millis.getAsLong();
        for (Call call : live) {
            if (call.isOutOfTime(now)) {
                call.cancel(Cancellation.OUT_OF_TIME);
            } else if (call.isDue(now)) {
                beaters.execute(() -> call.beat(now));
            }
        }
    }

    void cancelAll() {
        live.forEach(call -> call.cancel(Cancellation.SHUTDOWN));
    }

    int inFlight() {
        return live.size();
    }

    private boolean isTooMany(Turn turn) {
        return turn.asker()
                .session()
                .filter(session -> session.inFlight() > settings.callsPerSession())
                .isPresent();
    }

    @Override
    public void elsewhere(Runnable work) {
        try {
            runners.execute(work);
        } catch (RejectedExecutionException allBusy) {
            work.run();
        }
    }

    @Override
    public void ended(Call call, String outcome) {
        long now = millis.getAsLong();
        live.remove(call);
        call.turn()
                .asker()
                .session()
                .ifPresent(session -> session.end(call.turn().id(), now));
        LOG.log(
                Level.INFO,
                "call request={0} tool={1} outcome={2} ms={3}",
                call.requestId(),
                call.name(),
                outcome,
                Long.toString(now - call.startedAt()));
    }
}
