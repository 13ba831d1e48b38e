package dev.sandgate.sandbox.lifecycle;

import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxRef;
import dev.sandgate.sandbox.port.SandboxProvider;
import java.util.Map;
import java.util.Optional;

/** The configured providers, one of which is the default (B4). Immutable. */
public final class Providers {
    private final Map<ProviderId, SandboxProvider> byId;
    private final ProviderId defaultId;

    /** @throws IllegalArgumentException when the default is not among them; the message is fit for a configuration error */
    public Providers(Map<ProviderId, SandboxProvider> byId, ProviderId defaultId) {
        this.byId = Map.copyOf(byId);
        this.defaultId = defaultId;
        if (!this.byId.containsKey(defaultId)) {
            throw new IllegalArgumentException("sandgate.provider.default names a provider that is not configured");
        }
    }

    /** The provider asked for, or the default one; BAD_ARGUMENT at {@code provider} when it is not configured. */
    ProviderId choose(Optional<ProviderId> asked) {
        ProviderId chosen = asked.orElse(defaultId);
        if (!byId.containsKey(chosen)) {
            throw SandboxException.badArgument("provider");
        }
        return chosen;
    }

    SandboxAddress resolve(SandboxRef ref) {
        ProviderId provider = ref.provider().orElse(defaultId);
        if (!byId.containsKey(provider)) {
            throw SandboxException.badArgument("sandbox_id");
        }
        return new SandboxAddress(provider, ref.id());
    }

    String nameOf(SandboxAddress address) {
        return address.provider().equals(defaultId) ? address.id().value() : address.provider() + ":" + address.id();
    }

    SandboxProvider at(ProviderId provider) {
        return byId.get(provider);
    }
}
