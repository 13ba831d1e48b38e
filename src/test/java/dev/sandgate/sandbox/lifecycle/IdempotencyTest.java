package dev.sandgate.sandbox.lifecycle;

import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.FakeProvider;
import dev.sandgate.sandbox.port.FakeProvider.Operation;
import dev.sandgate.sandbox.port.ManualClock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** B5, and case 18: a creation repeated with its key. */
class IdempotencyTest {
    private static final Failure CONFLICT = Failure.of(Situation.CONFLICT).at("idempotency_key");

    private final ManualClock clock = ManualClock.at("2026-12-01T10:00:00Z");
    private final FakeProvider provider = new FakeProvider(clock);
    private final Lifecycle lifecycle = new Lifecycle(
            new Providers(Map.of(provider.id(), provider), provider.id()),
            new LifecycleSettings("base", Duration.ofDays(7)),
            clock);

    @Test
    void sameKeyAndArguments_giveTheSameSandbox() {
        var first = create("t", "key", lasting(600));
        lifecycle.setTimeout(SandboxAddress.of(first), Duration.ofSeconds(900));

        var second = create("t", "key", lasting(600));

        assertEquals(first.id(), second.id());
        assertEquals(clock.instant().plusSeconds(900), second.endAt().orElseThrow());
        assertEquals(1, provider.calls(Operation.CREATE));
    }

    @Test
    void sameKeyWithOtherArguments_isAConflict() {
        create("t", "key", lasting(600));

        assertEquals(CONFLICT, failure("t", "key", lasting(601)));
        assertEquals(CONFLICT, failure("t", "key", withEnvs(Map.of("A", "1"))));
        assertEquals(1, provider.calls(Operation.CREATE));
    }

    @Test
    void orderOfVariables_isNoDifference() {
        var forth = new LinkedHashMap<String, String>();
        forth.put("A", "1");
        forth.put("B", "2");
        var back = new LinkedHashMap<String, String>();
        back.put("B", "2");
        back.put("A", "1");

        assertEquals(create("t", "key", withEnvs(forth)), create("t", "key", withEnvs(back)));
        assertEquals(CONFLICT, failure("t", "key", withEnvs(Map.of("A", "1B", "B", "2"))));
    }

    @Test
    void sandboxThatEnded_isAConflict() {
        var sandbox = create("t", "key", lasting(600));
        lifecycle.kill(SandboxAddress.of(sandbox));

        assertEquals(CONFLICT, failure("t", "key", lasting(600)));

        provider.forget(sandbox.id());

        assertEquals(CONFLICT, failure("t", "key", lasting(600)));
        assertEquals(1, provider.calls(Operation.CREATE));
    }

    @Test
    void keys_areTheCallersOwn() {
        assertNotEquals(
                create("a", "key", lasting(600)).id(),
                create("b", "key", lasting(600)).id());
    }

    @Test
    void keyIsForgotten_afterADay() {
        create("t", "key", lasting(600));
        clock.advance(Duration.ofHours(24));

        create("t", "key", lasting(601));

        assertEquals(2, provider.calls(Operation.CREATE));
    }

    @Test
    void failedCreation_isNotRemembered() {
        provider.fail(Operation.CREATE, Situation.PROVIDER_UNAVAILABLE);
        assertEquals(Failure.of(Situation.PROVIDER_UNAVAILABLE), failure("t", "key", lasting(600)));
        provider.mend(Operation.CREATE);

        create("t", "key", lasting(700));

        assertEquals(1, provider.living().size());
    }

    @Test
    void repeatedWhileTheFirstIsRunning_makesOne() throws Exception {
        var gate = provider.hold(Operation.CREATE);
        var calls = IntStream.range(0, 5)
                .mapToObj(i -> supplyAsync(() -> create("t", "key", lasting(600))))
                .toList();
        gate.awaitArrivals(1);
        gate.open();

        for (CompletableFuture<Sandbox> call : calls) {
            var sandbox = call.get(20, TimeUnit.SECONDS);
            assertEquals(List.of(sandbox.id()), provider.living());
        }
        assertEquals(1, provider.calls(Operation.CREATE));
    }

    @Test
    void callerWhoWaits_outlivesTheCancellationOfTheFirst() throws Exception {
        var gate = provider.hold(Operation.CREATE);
        var cancelled = new CompletableFuture<Sandbox>();
        var first = new Thread(() -> {
            try {
                cancelled.complete(create("t", "key", lasting(600)));
            } catch (RuntimeException e) {
                cancelled.completeExceptionally(e);
            }
        });
        first.start();
        gate.awaitArrivals(1);
        var second = supplyAsync(() -> create("t", "key", lasting(600)));

        first.interrupt();

        assertThrows(CancellationException.class, () -> cancelled.get(20, TimeUnit.SECONDS));
        gate.open();
        var sandbox = second.get(20, TimeUnit.SECONDS);
        assertEquals(List.of(sandbox.id()), provider.living());
    }

    private Sandbox create(String tenant, String key, SandboxSpec spec) {
        return lifecycle.create(tenant, new Creation(Optional.empty(), spec, Optional.of(new IdempotencyKey(key))));
    }

    private Failure failure(String tenant, String key, SandboxSpec spec) {
        return assertThrows(SandboxException.class, () -> create(tenant, key, spec))
                .failure();
    }

    private static SandboxSpec lasting(int seconds) {
        return SandboxSpec.lasting(Duration.ofSeconds(seconds));
    }

    private static SandboxSpec withEnvs(Map<String, String> envs) {
        return new SandboxSpec(
                Optional.empty(), Duration.ofSeconds(600), envs, Optional.empty(), Optional.empty(), Optional.empty());
    }
}
