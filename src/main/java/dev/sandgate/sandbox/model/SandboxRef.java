package dev.sandgate.sandbox.model;

import java.util.Optional;

/** How a caller names a sandbox: {@code id} at the default provider, or {@code provider:id} (B4). */
public record SandboxRef(Optional<ProviderId> provider, SandboxId id) {

    /** @throws IllegalArgumentException when the text is neither {@code id} nor {@code provider:id} */
    public static SandboxRef parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            return new SandboxRef(Optional.empty(), new SandboxId(text));
        }
        return new SandboxRef(
                Optional.of(new ProviderId(text.substring(0, colon))), new SandboxId(text.substring(colon + 1)));
    }

    public static SandboxRef of(SandboxId id) {
        return new SandboxRef(Optional.empty(), id);
    }
}
