package dev.sandgate.sandbox.lifecycle;

import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxId;

/** Where a sandbox is, without a default left open: what a {@code SandboxRef} means in this configuration. */
public record SandboxAddress(ProviderId provider, SandboxId id) {

    public static SandboxAddress of(Sandbox sandbox) {
        return new SandboxAddress(sandbox.provider(), sandbox.id());
    }
}
