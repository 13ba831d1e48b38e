package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxId;
import dev.sandgate.sandbox.model.SandboxQuery;
import dev.sandgate.sandbox.model.Situation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/** Which sandboxes live, and for an hour which have ended. Thread-safe. */
final class Census {
    private static final Duration MEMORY = Duration.ofHours(1);
    private static final int MOST_ENDED = 10_000;

    private record Ended(Sandbox sandbox, Instant at) {}

    private final Clock clock;
    private final Semaphore places;
    private final Map<SandboxId, LocalSandbox> living = new ConcurrentHashMap<>();
    /** In the order in which they ended. */
    private final Map<SandboxId, Ended> ended = new LinkedHashMap<>();

    Census(Clock clock, int most) {
        this.clock = clock;
        this.places = new Semaphore(most);
    }

    /** Reserves the place of a sandbox that will be made. LIMIT_REACHED when there is none. */
    void reserve() {
        if (!places.tryAcquire()) {
            throw new SandboxException(Failure.of(Situation.LIMIT_REACHED).about("sandboxes"));
        }
    }

    void giveUp() {
        places.release();
    }

    void born(LocalSandbox sandbox) {
        living.put(sandbox.id(), sandbox);
        if (sandbox.view().status().terminal()) {
            died(sandbox);
        }
    }

    /** Nothing, when it was never born. */
    void died(LocalSandbox sandbox) {
        synchronized (ended) {
            if (living.remove(sandbox.id()) == null) {
                return;
            }
            ended.put(sandbox.id(), new Ended(sandbox.view(), clock.instant()));
            forgetOld();
        }
        places.release();
    }

    Optional<LocalSandbox> living(SandboxId id) {
        return Optional.ofNullable(living.get(id));
    }

    Collection<LocalSandbox> living() {
        return List.copyOf(living.values());
    }

    Optional<Sandbox> find(SandboxId id) {
        return living(id).map(LocalSandbox::view).or(() -> ended(id));
    }

    Optional<Sandbox> ended(SandboxId id) {
        synchronized (ended) {
            forgetOld();
            return Optional.ofNullable(ended.get(id)).map(Ended::sandbox);
        }
    }

    List<Sandbox> list(SandboxQuery query) {
        return everything()
                .filter(one -> query.status()
                        .map(one.status()::equals)
                        .orElse(!one.status().terminal()))
                .sorted(Comparator.comparing((Sandbox one) -> one.startedAt().orElse(Instant.MAX))
                        .reversed()
                        .thenComparing(one -> one.id().value()))
                .skip(query.offset())
                .limit(query.limit())
                .toList();
    }

    private Stream<Sandbox> everything() {
        List<Sandbox> past;
        synchronized (ended) {
            forgetOld();
            past = ended.values().stream().map(Ended::sandbox).toList();
        }
        return Stream.concat(living().stream().map(LocalSandbox::view), past.stream())
                .distinct();
    }

    private void forgetOld() {
        Instant horizon = clock.instant().minus(MEMORY);
        ended.values().removeIf(one -> one.at.isBefore(horizon));
        while (ended.size() > MOST_ENDED) {
            ended.remove(ended.keySet().iterator().next());
        }
    }
}
