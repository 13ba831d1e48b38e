package dev.sandgate.sandbox.conversation;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sandgate.sandbox.lifecycle.Creation;
import dev.sandgate.sandbox.lifecycle.Lifecycle;
import dev.sandgate.sandbox.lifecycle.LifecycleSettings;
import dev.sandgate.sandbox.lifecycle.Providers;
import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.OutputLimits;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxRef;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.FakeProvider;
import dev.sandgate.sandbox.port.ManualClock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.function.Executable;

/** The rules over a fake provider, for tests: sandboxes live 300 s, a conversation's 1800 s, none more than a week. */
public final class House implements AutoCloseable {
    public final ManualClock clock = ManualClock.at("2026-12-01T10:00:00Z");
    public final FakeProvider provider = new FakeProvider(clock);
    public final ManualAlarms alarms = new ManualAlarms(clock);
    public final Lifecycle lifecycle = new Lifecycle(
            new Providers(Map.of(provider.id(), provider), provider.id()),
            new LifecycleSettings("base", Duration.ofDays(7)),
            clock);
    public final ConversationSettings settings = new ConversationSettings(
            Duration.ofMinutes(5), Duration.ofMinutes(30), new OutputLimits(65_536, 1_048_576));
    public final Conversations conversations = new Conversations(lifecycle, settings, clock, alarms);

    public static Caller session(String id) {
        return new Caller(Caller.LOCAL_TENANT, new Caller.Session(id));
    }

    public static Caller conversation(String id) {
        return new Caller(Caller.LOCAL_TENANT, new Caller.Conversation(id));
    }

    public static Caller stateless() {
        return new Caller(Caller.LOCAL_TENANT, new Caller.Stateless());
    }

    public static Optional<SandboxRef> named(Sandbox sandbox) {
        return Optional.of(SandboxRef.of(sandbox.id()));
    }

    public static Situation failure(Executable action) {
        return assertThrows(SandboxException.class, action).failure().situation();
    }

    public Sandbox create(Caller caller, int seconds) {
        return conversations.of(caller).create(Creation.of(SandboxSpec.lasting(Duration.ofSeconds(seconds))));
    }

    /** Touches the default sandbox's files; returns its id. */
    public String use(Caller caller) {
        return use(caller, Optional.empty());
    }

    public String use(Caller caller, Optional<SandboxRef> named) {
        var use = conversations.of(caller).use(named);
        use.workspace().files().list(".", 1);
        return use.sandboxId();
    }

    public static Command command(String line, int timeoutSeconds) {
        return new Command(line, Optional.empty(), Map.of(), Duration.ofSeconds(timeoutSeconds));
    }

    public void pass(int seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    /** How long the sandbox has to live. */
    public long secondsLeft(Sandbox sandbox) {
        var end = provider.find(sandbox.id()).orElseThrow().endAt().orElseThrow();
        return Duration.between(clock.instant(), end).toSeconds();
    }

    @Override
    public void close() {
        provider.close();
    }
}
