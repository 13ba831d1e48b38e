package dev.sandgate.sandbox.conversation;

import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.workspace.Usage;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Notices when a sandbox turns out to have ended.
 *
 * @param keeper present when the user owns the sandbox
 * @param gone what to throw then
 */
record WatchedUsage(Optional<Keeper> keeper, Supplier<SandboxException> gone) implements Usage {

    @Override
    public <T> T during(Duration atMost, Supplier<T> work) {
        try {
            return keeper.isPresent() ? keeper.get().during(atMost, work) : work.get();
        } catch (SandboxException e) {
            throw e.failure().situation() == Situation.SANDBOX_NOT_FOUND ? gone.get() : e;
        }
    }
}
