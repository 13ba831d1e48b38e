package dev.sandgate.sandbox.lifecycle;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Which key made which sandbox, for 24 h (B5). Keys belong to a tenant; of the arguments only a digest is kept. A creation that
 * failed is forgotten. Thread-safe; no lock is held while a sandbox is made.
 */
final class IdempotentCreations {
    static final Duration KEPT = Duration.ofHours(24);
    static final int MAX_KEPT = 50_000;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String FIELD = "idempotency_key";

    private final Clock clock;
    /** Oldest first. */
    private final Map<Owned, Entry> entries = new LinkedHashMap<>();

    IdempotentCreations(Clock clock) {
        this.clock = clock;
    }

    private record Owned(String tenant, IdempotencyKey key) {}

    private record Entry(String digest, SharedAttempt<Sandbox> attempt, Instant at) {}

    /** What came of a key: a sandbox made just now, or one made before. */
    record Outcome(Sandbox sandbox, boolean madeNow) {}

    /** CONFLICT when the key was used with other arguments; LIMIT_REACHED when there are too many keys. */
    Outcome once(String tenant, IdempotencyKey key, String digest, Supplier<Sandbox> creation) {
        var owned = new Owned(tenant, key);
        while (true) {
            var mine = new Entry(digest, new SharedAttempt<>(), clock.instant());
            Optional<Entry> former = remember(owned, mine);
            if (former.isEmpty()) {
                return new Outcome(mine.attempt.make(() -> make(owned, mine, creation)), true);
            }
            if (!former.get().digest.equals(digest)) {
                throw conflict();
            }
            Optional<Sandbox> made = former.get().attempt.await(PATIENCE);
            if (made.isPresent()) {
                return new Outcome(made.get(), false);
            }
        }
    }

    static SandboxException conflict() {
        return new SandboxException(Failure.of(Situation.CONFLICT).at(FIELD));
    }

    private Sandbox make(Owned owned, Entry mine, Supplier<Sandbox> creation) {
        boolean made = false;
        try {
            Sandbox sandbox = creation.get();
            made = true;
            return sandbox;
        } finally {
            if (!made) {
                forget(owned, mine);
            }
        }
    }

    private synchronized Optional<Entry> remember(Owned owned, Entry mine) {
        dropOld();
        Entry former = entries.get(owned);
        if (former != null) {
            return Optional.of(former);
        }
        if (entries.size() >= MAX_KEPT) {
            throw new SandboxException(
                    Failure.of(Situation.LIMIT_REACHED).at(FIELD).about("idempotency keys in 24 hours"));
        }
        entries.put(owned, mine);
        return Optional.empty();
    }

    private synchronized void forget(Owned owned, Entry mine) {
        entries.remove(owned, mine);
    }

    private void dropOld() {
        Instant limit = clock.instant().minus(KEPT);
        for (Iterator<Entry> oldest = entries.values().iterator(); oldest.hasNext(); ) {
            if (oldest.next().at.isAfter(limit)) {
                return;
            }
            oldest.remove();
        }
    }
}
