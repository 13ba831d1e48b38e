package dev.sandgate.sandbox.port;

import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxId;
import dev.sandgate.sandbox.model.SandboxQuery;
import dev.sandgate.sandbox.model.SandboxSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Whoever runs sandboxes. Thread-safe; blocks until the answer is known; throws only SandboxException. */
public interface SandboxProvider {

    /** A running sandbox, or nothing left behind (B5). */
    Sandbox create(SandboxSpec spec);

    /** Newest metadata; an ended sandbox is found, with a terminal status, for as long as the provider remembers it. */
    Optional<Sandbox> find(SandboxId id);

    List<Sandbox> list(SandboxQuery query);

    /** Sets the end exactly; it may shorten. SANDBOX_NOT_FOUND when it has ended. */
    Sandbox setTimeout(SandboxId id, Duration fromNow);

    /** Killing the dead is no error; an id that was never known is SANDBOX_NOT_FOUND. */
    void kill(SandboxId id);

    /** The caller closes it. SANDBOX_NOT_FOUND when it has ended. */
    SandboxConnection connect(SandboxId id);
}
