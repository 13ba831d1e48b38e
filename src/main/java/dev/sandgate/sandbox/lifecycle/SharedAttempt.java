package dev.sandgate.sandbox.lifecycle;

import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Work that one caller does and others wait for. They share its result and its failure. When the caller who did it is cancelled,
 * the others are not: they hear that nothing came of it and may try themselves.
 */
public final class SharedAttempt<T> {
    private final CompletableFuture<T> outcome = new CompletableFuture<>();

    /** Does the work on the calling thread, once. */
    public T make(Supplier<T> work) {
        try {
            T result = work.get();
            outcome.complete(result);
            return result;
        } catch (Throwable e) {
            outcome.completeExceptionally(e);
            throw e;
        }
    }

    /** The result; empty when whoever made the attempt was cancelled; TIMED_OUT when it takes longer than {@code patience}. */
    public Optional<T> await(Duration patience) {
        try {
            return Optional.of(outcome.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (CancellationException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException();
        } catch (TimeoutException e) {
            throw SandboxException.of(Situation.TIMED_OUT);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof SandboxException known
                    ? new SandboxException(known.failure())
                    : SandboxException.of(Situation.INTERNAL);
        }
    }
}
