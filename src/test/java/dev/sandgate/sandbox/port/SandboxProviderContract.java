package dev.sandgate.sandbox.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxId;
import dev.sandgate.sandbox.model.SandboxQuery;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.SandboxStatus;
import dev.sandgate.sandbox.model.Situation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * That sandboxes live, as every provider must do it. What happens inside is {@link SandboxConnectionContract}. One provider is
 * shared by the tests of a class, or made for each: every test kills what it made.
 */
public abstract class SandboxProviderContract {
    static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration TOLERANCE = Duration.ofSeconds(1);
    private static final SandboxId UNKNOWN = new SandboxId("neverheardof00000000");

    private final List<SandboxId> made = new ArrayList<>();

    protected abstract SandboxProvider provider();

    protected abstract Clock clock();

    /** Lets this much time pass for the provider; one that lives by real time does nothing, and is waited for. */
    protected void pass(Duration time) {}

    @AfterEach
    void killWhatWasMade() {
        made.forEach(provider()::kill);
    }

    @Test
    void created_isRunningUntilItsTimeout() {
        Instant before = clock().instant();
        var sandbox = create(SandboxSpec.lasting(LONG));

        assertEquals(SandboxStatus.RUNNING, sandbox.status());
        assertFalse(sandbox.template().isBlank());
        assertNear(before, sandbox.startedAt().orElseThrow());
        assertNear(before.plus(LONG), sandbox.endAt().orElseThrow());
        assertEquals(sandbox, provider().find(sandbox.id()).orElseThrow());
    }

    @Test
    void created_isListedFirst() {
        var older = create(SandboxSpec.lasting(LONG));
        var newer = create(SandboxSpec.lasting(LONG));

        var listed = ids(new SandboxQuery(Optional.empty(), 100, 0, Optional.empty()));

        assertTrue(listed.contains(newer.id()));
        assertTrue(listed.indexOf(newer.id()) < listed.indexOf(older.id()));
    }

    @Test
    void list_isPagedByOffset() {
        var older = create(SandboxSpec.lasting(LONG));
        var newer = create(SandboxSpec.lasting(LONG));

        assertEquals(List.of(newer.id()), ids(new SandboxQuery(Optional.empty(), 1, 0, Optional.empty())));
        assertEquals(List.of(older.id()), ids(new SandboxQuery(Optional.empty(), 1, 1, Optional.empty())));
        assertEquals(List.of(), ids(new SandboxQuery(Optional.empty(), 100, 100_000, Optional.empty())));
    }

    @Test
    void list_keepsToStatusAndRegion() {
        var sandbox = create(SandboxSpec.lasting(LONG));

        assertTrue(ids(new SandboxQuery(Optional.of(SandboxStatus.RUNNING), 100, 0, sandbox.region()))
                .contains(sandbox.id()));
        assertFalse(ids(new SandboxQuery(Optional.of(SandboxStatus.PAUSED), 100, 0, Optional.empty()))
                .contains(sandbox.id()));
        assertEquals(List.of(), ids(new SandboxQuery(Optional.empty(), 100, 0, Optional.of("nowhere-at-all"))));
    }

    @Test
    void unknownId_isNotFound() {
        assertEquals(Optional.empty(), provider().find(UNKNOWN));
        assertFails(Situation.SANDBOX_NOT_FOUND, () -> provider().kill(UNKNOWN));
        assertFails(Situation.SANDBOX_NOT_FOUND, () -> provider().setTimeout(UNKNOWN, LONG));
        assertFails(Situation.SANDBOX_NOT_FOUND, () -> provider().connect(UNKNOWN));
    }

    @Test
    void setTimeout_setsTheEndExactly() {
        var sandbox = create(SandboxSpec.lasting(LONG));

        for (Duration timeout : List.of(Duration.ofHours(2), Duration.ofSeconds(30))) {
            Instant expected = clock().instant().plus(timeout);
            assertNear(
                    expected,
                    provider().setTimeout(sandbox.id(), timeout).endAt().orElseThrow());
            assertNear(expected, find(sandbox).endAt().orElseThrow());
        }
        assertEquals(sandbox.startedAt(), find(sandbox).startedAt());
    }

    @Test
    void killed_isGoneForEveryUse() {
        var sandbox = create(SandboxSpec.lasting(LONG));

        provider().kill(sandbox.id());

        assertEnded(sandbox);
        assertFails(Situation.SANDBOX_NOT_FOUND, () -> provider().setTimeout(sandbox.id(), LONG));
        assertFails(Situation.SANDBOX_NOT_FOUND, () -> provider().connect(sandbox.id()));
        assertFalse(ids(new SandboxQuery(Optional.empty(), 100, 0, Optional.empty()))
                .contains(sandbox.id()));
    }

    @Test
    void killedOne_isFoundAmongTheStopped() {
        var sandbox = create(SandboxSpec.lasting(LONG));

        provider().kill(sandbox.id());

        assertTrue(ids(new SandboxQuery(Optional.of(SandboxStatus.STOPPED), 100, 0, Optional.empty()))
                .contains(sandbox.id()));
    }

    @Test
    void killingTwice_isHarmless() {
        var sandbox = create(SandboxSpec.lasting(LONG));

        provider().kill(sandbox.id());
        provider().kill(sandbox.id());

        assertEnded(sandbox);
    }

    @Test
    void timeoutPassed_endsTheSandbox() {
        var sandbox = create(SandboxSpec.lasting(Duration.ofSeconds(2)));
        try (var connection = provider().connect(sandbox.id())) {
            pass(Duration.ofSeconds(3));

            eventually(() -> ended(sandbox));
            assertFails(Situation.SANDBOX_NOT_FOUND, () -> connection.stat("."));
            assertFails(Situation.SANDBOX_NOT_FOUND, () -> provider().connect(sandbox.id()));
            assertFails(Situation.SANDBOX_NOT_FOUND, () -> provider().setTimeout(sandbox.id(), LONG));
        }
    }

    @Test
    void prolonged_outlivesItsFirstTimeout() {
        var prolonged = create(SandboxSpec.lasting(Duration.ofSeconds(2)));
        var left = create(SandboxSpec.lasting(Duration.ofSeconds(2)));

        provider().setTimeout(prolonged.id(), LONG);
        pass(Duration.ofSeconds(3));

        eventually(() -> ended(left));
        assertEquals(SandboxStatus.RUNNING, find(prolonged).status());
    }

    @Test
    void manyAtOnce_areAllDifferent() {
        var all = IntStream.range(0, 5)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> provider().create(SandboxSpec.lasting(LONG))))
                .toList()
                .stream()
                .map(future -> future.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .join()
                        .id())
                .toList();
        made.addAll(all);

        assertEquals(5, all.stream().distinct().count());
    }

    protected final Sandbox create(SandboxSpec spec) {
        var sandbox = provider().create(spec);
        made.add(sandbox.id());
        return sandbox;
    }

    static void assertFails(Situation expected, Executable action) {
        assertEquals(
                expected, assertThrows(SandboxException.class, action).failure().situation());
    }

    static void assertFailsAt(String field, Situation expected, Executable action) {
        var failure = assertThrows(SandboxException.class, action).failure();
        assertEquals(expected, failure.situation());
        assertEquals(Optional.of(field), failure.field());
    }

    static void eventually(BooleanSupplier condition) {
        long giveUp = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < giveUp, "did not come true within " + PATIENCE);
            LockSupport.parkNanos(20_000_000);
        }
    }

    /** What the action throws when run on a thread of its own; the test goes on meanwhile. */
    static <T> CompletableFuture<T> aside(Supplier<T> action) {
        return CompletableFuture.supplyAsync(action);
    }

    static Throwable failureOf(CompletableFuture<?> future) {
        return assertThrows(ExecutionException.class, () -> future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .getCause();
    }

    private Sandbox find(Sandbox sandbox) {
        return provider().find(sandbox.id()).orElseThrow();
    }

    private boolean ended(Sandbox sandbox) {
        return provider()
                .find(sandbox.id())
                .map(found -> found.status().terminal())
                .orElse(true);
    }

    private void assertEnded(Sandbox sandbox) {
        assertTrue(ended(sandbox));
    }

    private List<SandboxId> ids(SandboxQuery query) {
        return provider().list(query).stream().map(Sandbox::id).toList();
    }

    private static void assertNear(Instant expected, Instant actual) {
        var distance = Duration.between(expected, actual).abs();
        assertTrue(distance.compareTo(TOLERANCE) <= 0, () -> "off by " + distance);
    }
}
