package dev.sandgate.sandbox.task;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** How much output all tasks together may keep. Thread-safe. */
final class Memory {
    private final long most;
    private final BooleanSupplier relief;
    private final AtomicLong used = new AtomicLong();

    /** @param relief gives some back when there is too little; false when it cannot */
    Memory(long most, BooleanSupplier relief) {
        this.most = most;
        this.relief = relief;
    }

    /** Whether so much more may be used. */
    boolean take(long bytes) {
        do {
            long now = used.get();
            while (now + bytes <= most) {
                if (used.compareAndSet(now, now + bytes)) {
                    return true;
                }
                now = used.get();
            }
        } while (relief.getAsBoolean());
        return false;
    }

    /** Uses it whether or not it is there: the little without which nothing works. */
    void takeAnyway(long bytes) {
        used.addAndGet(bytes);
    }

    void give(long bytes) {
        used.addAndGet(-bytes);
    }

    long used() {
        return used.get();
    }
}
