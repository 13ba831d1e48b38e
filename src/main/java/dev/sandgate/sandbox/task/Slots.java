package dev.sandgate.sandbox.task;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.util.HashMap;
import java.util.Map;

/** How many tasks run, in all and in each sandbox. Thread-safe. */
final class Slots {
    private static final String LIMIT = "sandgate.task.max";
    private static final String LIMIT_PER_SANDBOX = "sandgate.task.max-per-sandbox";

    private final int most;
    private final int mostPerSandbox;
    private final Map<String, Integer> taken = new HashMap<>();
    private int all;
    private boolean closed;

    Slots(TaskSettings settings) {
        this.most = settings.max();
        this.mostPerSandbox = settings.maxPerSandbox();
    }

    /** The place of one task; to be left once. */
    interface Slot {
        void leave();
    }

    /** LIMIT_REACHED when too many run. */
    synchronized Slot enter(String sandboxId) {
        if (closed || all >= most) {
            throw full(LIMIT);
        }
        if (taken.getOrDefault(sandboxId, 0) >= mostPerSandbox) {
            throw full(LIMIT_PER_SANDBOX);
        }
        all++;
        taken.merge(sandboxId, 1, Integer::sum);
        return () -> leave(sandboxId);
    }

    /** Nobody enters from now on. */
    synchronized void close() {
        closed = true;
    }

    /** The container refuses a task that would have had a place here. */
    static SandboxException refused() {
        return full(LIMIT);
    }

    private synchronized void leave(String sandboxId) {
        all--;
        taken.computeIfPresent(sandboxId, (id, count) -> count == 1 ? null : count - 1);
    }

    private static SandboxException full(String limit) {
        return new SandboxException(Failure.of(Situation.LIMIT_REACHED).about(limit));
    }
}
