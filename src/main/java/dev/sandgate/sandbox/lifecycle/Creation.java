package dev.sandgate.sandbox.lifecycle;

import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.SandboxSpec;
import java.util.Optional;

/**
 * A wish for a sandbox.
 *
 * @param provider empty: the default one
 * @param idempotencyKey the same key with the same wish means the same sandbox (B5)
 */
public record Creation(Optional<ProviderId> provider, SandboxSpec spec, Optional<IdempotencyKey> idempotencyKey) {

    public static Creation of(SandboxSpec spec) {
        return new Creation(Optional.empty(), spec, Optional.empty());
    }
}
