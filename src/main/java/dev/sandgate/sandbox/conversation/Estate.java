package dev.sandgate.sandbox.conversation;

import dev.sandgate.sandbox.lifecycle.SandboxAddress;
import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sandboxes that a scope owns, each with its keeper. Thread-safe. */
final class Estate {
    private static final int MANY = 64;

    private final Caller.Scope scope;
    private final Household house;
    private final Map<SandboxAddress, Keeper> keepers = new HashMap<>();
    private boolean closed;

    Estate(Caller.Scope scope, Household house) {
        this.scope = scope;
        this.house = house;
    }

    boolean outlivesSessions() {
        return scope instanceof Caller.Conversation;
    }

    /** CONFLICT once the scope has been closed. */
    synchronized void requireOpen() {
        if (closed) {
            throw SandboxException.of(Situation.CONFLICT);
        }
    }

    /**
     * Takes a sandbox that was made for this scope. When the scope was closed while it was made, nobody will ever ask for it:
     * it is ended, and CONFLICT thrown.
     */
    void take(Sandbox sandbox, Duration policy) {
        var address = SandboxAddress.of(sandbox);
        synchronized (this) {
            if (!closed) {
                if (house.owners().claim(address, this)) {
                    keepers.computeIfAbsent(address, key -> house.keeper(sandbox, policy));
                }
                return;
            }
        }
        if (!house.owners().isOwned(address)) {
            house.lifecycle().kill(address);
        }
        throw SandboxException.of(Situation.CONFLICT);
    }

    synchronized Optional<Keeper> keeper(SandboxAddress address) {
        return Optional.ofNullable(keepers.get(address))
                .filter(keeper -> house.owners().isOwner(address, this));
    }

    /** It has ended. */
    synchronized void drop(SandboxAddress address) {
        house.owners().disclaim(address, this);
        keepers.remove(address);
    }

    /** Whether nothing is going on, and nothing that is owned may still live. */
    synchronized boolean idle() {
        return keepers.values().stream().noneMatch(keeper -> keeper.inUse() || keeper.mayLive());
    }

    /** Takes nothing from now on; returns what was owned. */
    synchronized List<SandboxAddress> close() {
        closed = true;
        keepers.values().forEach(Keeper::dismiss);
        List<SandboxAddress> owned = keepers.keySet().stream()
                .filter(address -> house.owners().disclaim(address, this))
                .toList();
        keepers.clear();
        return owned;
    }

    /** Keeps what is remembered in proportion to what lives, however many sandboxes a session makes and forgets. */
    void forgetEnded() {
        for (SandboxAddress address : doubtful()) {
            try {
                house.lifecycle().find(address);
            } catch (SandboxException e) {
                if (e.failure().situation() == Situation.SANDBOX_NOT_FOUND) {
                    drop(address);
                }
            }
        }
    }

    private synchronized List<SandboxAddress> doubtful() {
        if (keepers.size() < MANY) {
            return List.of();
        }
        return keepers.entrySet().stream()
                .filter(entry -> !entry.getValue().inUse() && !entry.getValue().mayLive())
                .map(Map.Entry::getKey)
                .toList();
    }
}
