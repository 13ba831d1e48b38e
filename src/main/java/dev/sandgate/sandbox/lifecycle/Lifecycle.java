package dev.sandgate.sandbox.lifecycle;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxQuery;
import dev.sandgate.sandbox.model.SandboxRef;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.SandboxConnection;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The lives of sandboxes at all providers. Remembers nothing but idempotency keys: what lives is known by its provider. */
@ApplicationScoped
public class Lifecycle {
    private final Providers providers;
    private final LifecycleSettings settings;
    private final Clock clock;
    private final IdempotentCreations creations;

    @Inject
    public Lifecycle(Providers providers, LifecycleSettings settings, Clock clock) {
        this.providers = providers;
        this.settings = settings;
        this.clock = clock;
        this.creations = new IdempotentCreations(clock);
    }

    /**
     * A new sandbox; with an idempotency key seen before, the one that was made then. CONFLICT when that one has ended or was
     * asked for with other arguments.
     *
     * @param tenant whose idempotency keys
     */
    public Sandbox create(String tenant, Creation wanted) {
        ProviderId provider = providers.choose(wanted.provider());
        requireWithinLifetime(clock.instant(), wanted.spec().timeout());
        if (wanted.idempotencyKey().isEmpty()) {
            return make(provider, wanted.spec());
        }
        var outcome = creations.once(
                tenant,
                wanted.idempotencyKey().get(),
                CreationDigest.of(provider, wanted.spec()),
                () -> make(provider, wanted.spec()));
        return outcome.madeNow()
                ? outcome.sandbox()
                : living(SandboxAddress.of(outcome.sandbox())).orElseThrow(IdempotentCreations::conflict);
    }

    /** BAD_ARGUMENT at {@code sandbox_id} when it names a provider that is not configured. */
    public SandboxAddress resolve(SandboxRef ref) {
        return providers.resolve(ref);
    }

    /** The text that resolves to this address, as shown to callers: plain at the default provider, else {@code provider:id}. */
    public String nameOf(SandboxAddress address) {
        return providers.nameOf(address);
    }

    /** Newest metadata; SANDBOX_NOT_FOUND when it is unknown or has ended. */
    public Sandbox find(SandboxAddress address) {
        return living(address).orElseThrow(() -> SandboxException.of(Situation.SANDBOX_NOT_FOUND));
    }

    /** What one provider sees, the default one unless said otherwise (L2). */
    public List<Sandbox> list(Optional<ProviderId> provider, SandboxQuery query) {
        return providers.at(providers.choose(provider)).list(query);
    }

    /** Sets the end exactly; LIMIT_REACHED at {@code timeout} beyond the maximum lifetime (L6). */
    public Sandbox setTimeout(SandboxAddress address, Duration fromNow) {
        Instant started = find(address).startedAt().orElse(clock.instant());
        requireWithinLifetime(started, fromNow);
        return providers.at(address.provider()).setTimeout(address.id(), fromNow);
    }

    /** Sets the end to the later of what it is and now + {@code fromNow}, but not beyond the maximum lifetime. */
    public Sandbox prolong(SandboxAddress address, Duration fromNow) {
        Sandbox sandbox = find(address);
        if (sandbox.endAt().isEmpty()) {
            return sandbox;
        }
        Instant now = clock.instant();
        Instant wanted = now.plus(fromNow);
        Instant last = sandbox.startedAt().orElse(now).plus(settings.maxLifetime());
        Instant end = wanted.isAfter(last) ? last : wanted;
        if (!end.isAfter(sandbox.endAt().get())) {
            return sandbox;
        }
        return providers.at(address.provider()).setTimeout(address.id(), Duration.between(now, end));
    }

    /** Killing the dead is no error; SANDBOX_NOT_FOUND when it was never known. */
    public void kill(SandboxAddress address) {
        providers.at(address.provider()).kill(address.id());
    }

    /** The caller closes it. */
    public SandboxConnection connect(SandboxAddress address) {
        return providers.at(address.provider()).connect(address.id());
    }

    private Sandbox make(ProviderId provider, SandboxSpec spec) {
        var complete = new SandboxSpec(
                Optional.of(spec.template().orElse(settings.defaultTemplate())),
                spec.timeout(),
                spec.envs(),
                spec.region(),
                spec.cpu(),
                spec.memoryMb());
        return providers.at(provider).create(complete);
    }

    private Optional<Sandbox> living(SandboxAddress address) {
        return providers
                .at(address.provider())
                .find(address.id())
                .filter(sandbox -> !sandbox.status().terminal());
    }

    private void requireWithinLifetime(Instant started, Duration fromNow) {
        if (clock.instant().plus(fromNow).isAfter(started.plus(settings.maxLifetime()))) {
            throw new SandboxException(Failure.of(Situation.LIMIT_REACHED)
                    .at("timeout")
                    .about("maximum lifetime of " + settings.maxLifetime().toSeconds() + " s"));
        }
    }
}
