package dev.sandgate.provider.local;

import java.util.BitSet;

/** The host uids of sandboxes, each lent to one at a time: two sandboxes never share one. Thread-safe. */
final class UidPool {
    /** Blocks are apart so that several servers on a machine rarely meet. */
    private static final int BLOCK = 16_384;

    private static final int BLOCKS = 1024;

    private final int first;
    private final BitSet taken = new BitSet();

    UidPool(int base, String instance) {
        this.first = base + Math.floorMod(instance.hashCode(), BLOCKS) * BLOCK;
    }

    synchronized int take() {
        int slot = taken.nextClearBit(0);
        if (slot >= BLOCK) {
            throw new IllegalStateException("all uids are taken");
        }
        taken.set(slot);
        return first + slot;
    }

    synchronized void giveBack(int uid) {
        taken.clear(uid - first);
    }
}
