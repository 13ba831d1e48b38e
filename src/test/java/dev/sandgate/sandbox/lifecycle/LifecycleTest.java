package dev.sandgate.sandbox.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxId;
import dev.sandgate.sandbox.model.SandboxQuery;
import dev.sandgate.sandbox.model.SandboxRef;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.FakeProvider;
import dev.sandgate.sandbox.port.FakeProvider.Operation;
import dev.sandgate.sandbox.port.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class LifecycleTest {
    private static final Duration MAX = Duration.ofHours(2);

    private final ManualClock clock = ManualClock.at("2026-12-01T10:00:00Z");
    private final FakeProvider local = new FakeProvider(clock, "local");
    private final FakeProvider cloud = new FakeProvider(clock, "cloud");
    private final Lifecycle lifecycle = new Lifecycle(
            new Providers(Map.of(local.id(), local, cloud.id(), cloud), local.id()),
            new LifecycleSettings("code-interpreter-v1", MAX),
            clock);

    @Test
    void nothingSaid_takesDefaultTemplateAndProvider() {
        var sandbox = create(minutes(5));

        assertEquals("code-interpreter-v1", sandbox.template());
        assertEquals(local.id(), sandbox.provider());
        assertEquals(0, cloud.calls());
    }

    @Test
    void namedProvider_isTheOnlyOneAsked() {
        var sandbox = lifecycle.create("t", new Creation(Optional.of(cloud.id()), spec(5), Optional.empty()));

        assertEquals(cloud.id(), sandbox.provider());
        assertEquals("cloud:" + sandbox.id(), lifecycle.nameOf(SandboxAddress.of(sandbox)));
        assertEquals(0, local.calls());
    }

    @Test
    void nameAndAddress_areTheSameBothWays() {
        for (String name : List.of("abc", "cloud:abc")) {
            assertEquals(name, lifecycle.nameOf(lifecycle.resolve(SandboxRef.parse(name))));
        }
        assertEquals("abc", lifecycle.nameOf(lifecycle.resolve(SandboxRef.parse("local:abc"))));
    }

    @Test
    void unknownProvider_isABadArgumentWithoutACall() {
        var unknown = Optional.of(new ProviderId("nobody"));
        assertEquals(
                Failure.of(Situation.BAD_ARGUMENT).at("sandbox_id"),
                failure(() -> lifecycle.resolve(SandboxRef.parse("nobody:abc"))));
        assertEquals(
                Failure.of(Situation.BAD_ARGUMENT).at("provider"),
                failure(() -> lifecycle.create("t", new Creation(unknown, spec(5), Optional.empty()))));
        assertEquals(
                Failure.of(Situation.BAD_ARGUMENT).at("provider"),
                failure(() -> lifecycle.list(unknown, everything())));
        assertEquals(0, local.calls() + cloud.calls());
    }

    @Test
    void endedSandbox_isNotFound() {
        var address = SandboxAddress.of(create(minutes(5)));
        lifecycle.kill(address);
        lifecycle.kill(address);

        assertEquals(
                Situation.SANDBOX_NOT_FOUND,
                failure(() -> lifecycle.find(address)).situation());
        assertEquals(
                Situation.SANDBOX_NOT_FOUND,
                failure(() -> lifecycle.setTimeout(address, minutes(1))).situation());
        assertEquals(
                Situation.SANDBOX_NOT_FOUND,
                failure(() -> lifecycle.prolong(address, minutes(1))).situation());
        assertEquals(
                Situation.SANDBOX_NOT_FOUND,
                failure(() -> lifecycle.connect(address)).situation());
    }

    @Test
    void list_asksOneProviderAndMakesNothing() {
        var sandbox = create(minutes(5));

        assertEquals(List.of(sandbox), lifecycle.list(Optional.empty(), everything()));
        assertEquals(List.of(), lifecycle.list(Optional.of(cloud.id()), everything()));
        assertEquals(1, local.calls(Operation.CREATE));
        assertEquals(0, cloud.calls(Operation.CREATE));
    }

    @Test
    void timeoutWithinTheMaximumLifetime_isSetExactly() {
        var sandbox = create(minutes(5));
        clock.advance(minutes(4));

        var changed = lifecycle.setTimeout(SandboxAddress.of(sandbox), Duration.ofSeconds(10));

        assertEquals(clock.instant().plusSeconds(10), changed.endAt().orElseThrow());
    }

    @Test
    void lifeBeyondTheMaximum_isALimitThatIsNamed() {
        var sandbox = create(minutes(100));
        clock.advance(minutes(60));
        var expected = Failure.of(Situation.LIMIT_REACHED).at("timeout").about("maximum lifetime of 7200 s");

        assertEquals(expected, failure(() -> lifecycle.setTimeout(SandboxAddress.of(sandbox), minutes(61))));
        assertEquals(expected, failure(() -> create(minutes(121))));
        assertEquals(0, local.calls(Operation.SET_TIMEOUT));
        assertEquals(1, local.calls(Operation.CREATE));
    }

    @Test
    void prolonging_neverShortens() {
        var sandbox = create(minutes(50));

        assertEquals(sandbox, lifecycle.prolong(SandboxAddress.of(sandbox), minutes(49)));
        assertEquals(0, local.calls(Operation.SET_TIMEOUT));
    }

    @Test
    void prolonging_stopsAtTheMaximumLifetime() {
        var sandbox = create(minutes(90));
        clock.advance(minutes(80));

        var prolonged = lifecycle.prolong(SandboxAddress.of(sandbox), minutes(90));

        assertEquals(
                sandbox.startedAt().orElseThrow().plus(MAX), prolonged.endAt().orElseThrow());
    }

    @Test
    void defaultThatIsNotConfigured_isAConfigurationError() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new Providers(Map.of(cloud.id(), cloud), new ProviderId("local")));
    }

    @Test
    void unknownId_isNotFound() {
        var unknown = new SandboxAddress(local.id(), new SandboxId("unheardof"));

        assertEquals(
                Situation.SANDBOX_NOT_FOUND,
                failure(() -> lifecycle.find(unknown)).situation());
        assertEquals(
                Situation.SANDBOX_NOT_FOUND,
                failure(() -> lifecycle.kill(unknown)).situation());
    }

    private Sandbox create(Duration timeout) {
        return lifecycle.create("t", Creation.of(SandboxSpec.lasting(timeout)));
    }

    private static SandboxSpec spec(int minutes) {
        return SandboxSpec.lasting(minutes(minutes));
    }

    private static Duration minutes(int minutes) {
        return Duration.ofMinutes(minutes);
    }

    private static SandboxQuery everything() {
        return new SandboxQuery(Optional.empty(), 100, 0, Optional.empty());
    }

    private static Failure failure(Executable action) {
        return assertThrows(SandboxException.class, action).failure();
    }
}
