package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** One piece of code at a time for each interpreter of a sandbox; the others wait, at most as long as they may run. */
final class Kernels {
    private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();

    /** TIMED_OUT when its turn does not come. */
    <T> T inTurn(String kernel, Duration patience, Supplier<T> work) {
        ReentrantLock lock = locks.computeIfAbsent(kernel, name -> new ReentrantLock(true));
        try {
            if (!lock.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw SandboxException.of(Situation.TIMED_OUT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
