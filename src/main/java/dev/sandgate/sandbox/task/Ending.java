package dev.sandgate.sandbox.task;

import dev.sandgate.sandbox.model.CommandEnd;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.model.TaskStatus;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** How a task ended; an exit code only when the program told one. */
record Ending(TaskStatus status, Optional<Integer> exitCode) {
    static Ending of(CommandEnd end) {
        return end.timedOut()
                ? new Ending(TaskStatus.TIMED_OUT, Optional.empty())
                : new Ending(TaskStatus.EXITED, end.exitCode());
    }

    /** A sandbox takes its tasks with it; any other failure leaves open what became of the program. */
    static Ending of(Throwable failure) {
        boolean cancelled = failure instanceof CancellationException
                || (failure instanceof SandboxException known
                        && known.failure().situation() == Situation.SANDBOX_NOT_FOUND);
        return new Ending(cancelled ? TaskStatus.CANCELLED : TaskStatus.LOST, Optional.empty());
    }
}
