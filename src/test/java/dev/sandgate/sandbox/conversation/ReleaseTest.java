package dev.sandgate.sandbox.conversation;

import static dev.sandgate.sandbox.conversation.House.conversation;
import static dev.sandgate.sandbox.conversation.House.failure;
import static dev.sandgate.sandbox.conversation.House.named;
import static dev.sandgate.sandbox.conversation.House.session;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sandgate.sandbox.lifecycle.Creation;
import dev.sandgate.sandbox.lifecycle.IdempotencyKey;
import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.FakeProvider.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** L6, L10: the end of a session destroys what it owns and nothing else. Case 16. */
class ReleaseTest {
    private final House house = new House();
    private final Caller me = session("me");

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void release_destroysAllThatTheSessionMade() {
        house.use(me);
        house.create(me, 600);
        house.create(me, 600);

        house.conversations.release(me);

        assertEquals(List.of(), house.provider.living());
    }

    @Test
    void foreignSandbox_isLeftRunning() {
        var others = house.create(session("other"), 600);
        var conversations = house.create(conversation("c"), 600);
        house.conversations.of(me).get(named(others));
        house.conversations.of(me).setTimeout(named(others), Duration.ofSeconds(900));
        house.use(me, named(conversations));

        house.conversations.release(me);

        assertEquals(List.of(others.id(), conversations.id()), house.provider.living());
    }

    @Test
    void conversation_outlivesItsRelease() {
        String sandbox = house.use(conversation("c"));

        house.conversations.release(conversation("c"));

        assertEquals(sandbox, house.use(conversation("c")));
    }

    @Test
    void releaseDuringLazyCreation_leavesNothing() {
        var gate = house.provider.hold(Operation.CREATE);
        var call = supplyAsync(() -> house.use(me));
        gate.awaitArrivals(1);

        house.conversations.release(me);
        gate.open();

        assertEquals(Situation.CONFLICT, situation(call));
        assertEquals(1, house.provider.calls(Operation.CREATE));
        assertEquals(List.of(), house.provider.living());
    }

    @Test
    void releaseDuringCreate_leavesNothing() {
        var gate = house.provider.hold(Operation.CREATE);
        var call = supplyAsync(() -> house.create(me, 600));
        gate.awaitArrivals(1);

        house.conversations.release(me);
        gate.open();

        assertEquals(Situation.CONFLICT, situation(call));
        assertEquals(List.of(), house.provider.living());
    }

    @Test
    void releaseDuringSetTimeout_revivesNothing() throws Exception {
        var owned = house.create(me, 600);
        var gate = house.provider.hold(Operation.SET_TIMEOUT);
        var call = supplyAsync(() -> house.conversations.of(me).setTimeout(Optional.empty(), Duration.ofSeconds(50)));
        gate.awaitArrivals(1);

        house.conversations.release(me);
        gate.open();

        assertThrows(ExecutionException.class, () -> call.get(20, TimeUnit.SECONDS));
        assertEquals(List.of(), house.provider.living());
        assertEquals(Situation.CONFLICT, failure(() -> house.use(me, named(owned))));
    }

    @Test
    void callUnderWay_endsWithItsSandbox() {
        house.create(me, 600);
        var workspace = house.conversations.of(me).use(Optional.empty()).workspace();
        var call = supplyAsync(() -> workspace.run(House.command("sleep 300", 300)));

        house.conversations.release(me);

        assertEquals(Situation.SANDBOX_NOT_FOUND, situation(call));
        assertEquals(0, house.alarms.waiting());
    }

    @Test
    void endedSession_makesNothingAnyMore() {
        house.conversations.release(me);

        assertEquals(Situation.CONFLICT, failure(() -> house.use(me)));
        assertEquals(0, house.provider.calls());
    }

    @Test
    void sandboxThatCannotBeKilled_doesNotKeepTheOthersAlive() {
        house.create(me, 600);
        house.create(me, 600);
        house.provider.fail(Operation.KILL, Situation.PROVIDER_UNAVAILABLE);

        house.conversations.release(me);

        assertEquals(2, house.provider.calls(Operation.KILL));
    }

    @Test
    void repeatedCreation_movesToTheLaterSession() {
        create(me, "key");
        var again = create(session("later"), "key");

        house.conversations.release(me);
        assertEquals(List.of(again.id()), house.provider.living());

        house.conversations.release(session("later"));
        assertEquals(List.of(), house.provider.living());
    }

    @Test
    void repeatedCreationOfAConversation_staysTheConversations() {
        var sandbox = create(conversation("c"), "key");
        create(me, "key");
        assertEquals(sandbox.id().value(), house.use(me));

        house.conversations.release(me);

        assertEquals(List.of(sandbox.id()), house.provider.living());
    }

    private Sandbox create(Caller caller, String key) {
        var spec = SandboxSpec.lasting(Duration.ofSeconds(600));
        return house.conversations
                .of(caller)
                .create(new Creation(Optional.empty(), spec, Optional.of(new IdempotencyKey(key))));
    }

    private static Situation situation(CompletableFuture<?> call) {
        var thrown = assertThrows(ExecutionException.class, () -> call.get(20, TimeUnit.SECONDS));
        return ((SandboxException) thrown.getCause()).failure().situation();
    }
}
