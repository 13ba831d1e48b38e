package dev.sandgate.sandbox.conversation;

import dev.sandgate.sandbox.lifecycle.SandboxAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which scope owns which sandbox: at most one each. Thread-safe. */
final class Owners {
    private final Map<SandboxAddress, Estate> byAddress = new ConcurrentHashMap<>();

    /**
     * Makes it the owner. A repeated idempotent creation takes the sandbox over from the session that made it first, but never
     * from a conversation, which outlives sessions.
     */
    boolean claim(SandboxAddress address, Estate claimant) {
        Estate owner = byAddress.compute(
                address, (key, present) -> present != null && present.outlivesSessions() ? present : claimant);
        return owner == claimant;
    }

    boolean isOwner(SandboxAddress address, Estate estate) {
        return byAddress.get(address) == estate;
    }

    boolean isOwned(SandboxAddress address) {
        return byAddress.containsKey(address);
    }

    /** Whether it was the owner until now. */
    boolean disclaim(SandboxAddress address, Estate estate) {
        return byAddress.remove(address, estate);
    }
}
