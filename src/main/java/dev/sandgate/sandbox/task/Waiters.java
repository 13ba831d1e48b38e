package dev.sandgate.sandbox.task;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Those who have read all that a task printed, and wait for more or for its end. Not thread-safe. */
final class Waiters {
    static final int MOST = 256;
    private static final String LIMIT = "calls that wait for one task";

    private List<Waiter> waiting = new ArrayList<>();

    /** @param promised may be cancelled by whoever waits */
    record Waiter(long cursor, int limit, CompletableFuture<TaskReading> promised) {}

    /** LIMIT_REACHED when too many wait. */
    Waiter add(long cursor, int limit) {
        if (waiting.size() >= MOST) {
            throw new SandboxException(Failure.of(Situation.LIMIT_REACHED).about(LIMIT));
        }
        var waiter = new Waiter(cursor, limit, new CompletableFuture<>());
        waiting.add(waiter);
        return waiter;
    }

    void remove(Waiter waiter) {
        waiting.remove(waiter);
    }

    /** All of them, who wait no more. */
    List<Waiter> release() {
        if (waiting.isEmpty()) {
            return List.of();
        }
        List<Waiter> released = waiting;
        waiting = new ArrayList<>();
        return released;
    }
}
