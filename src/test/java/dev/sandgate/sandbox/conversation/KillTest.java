package dev.sandgate.sandbox.conversation;

import static dev.sandgate.sandbox.conversation.House.command;
import static dev.sandgate.sandbox.conversation.House.failure;
import static dev.sandgate.sandbox.conversation.House.named;
import static dev.sandgate.sandbox.conversation.House.session;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxRef;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.FakeProvider.Operation;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KillTest {
    private static final Optional<SandboxRef> DEFAULT = Optional.empty();

    private final House house = new House();
    private final Caller me = session("me");
    private final Holdings mine = house.conversations.of(me);

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void killingTheDefaultTwice_isTheSameSuccess() {
        var sandbox = house.create(me, 600);

        assertEquals(sandbox.id().value(), mine.kill(DEFAULT));
        assertEquals(sandbox.id().value(), mine.kill(DEFAULT));
        assertEquals(sandbox.id().value(), mine.kill(named(sandbox)));
        assertEquals(0, house.provider.living().size());
    }

    @Test
    void noDefault_isNotFound() {
        assertEquals(Situation.NO_DEFAULT_SANDBOX, failure(() -> mine.kill(DEFAULT)));
        assertEquals(0, house.provider.calls());
    }

    @Test
    void killedDefault_isNoDefaultAndTheNextUseMakesANewOneWithoutReproach() {
        var sandbox = house.create(me, 600);
        mine.kill(DEFAULT);

        assertEquals(Situation.NO_DEFAULT_SANDBOX, failure(() -> mine.get(DEFAULT)));
        var next = mine.use(DEFAULT);
        assertNotEquals(sandbox.id().value(), next.sandboxId());
        assertEquals(Optional.empty(), next.notice());
    }

    @Test
    void defaultKilledByItsId_isKilledAsTheDefault() {
        var sandbox = house.create(me, 600);
        mine.kill(named(sandbox));

        assertEquals(sandbox.id().value(), mine.kill(DEFAULT));
        assertNotEquals(sandbox.id().value(), house.use(me));
    }

    @Test
    void defaultThatEndedByItself_isKilledWithSuccess() {
        var sandbox = house.create(me, 600);
        house.pass(601);
        assertEquals(sandbox.id().value(), mine.kill(DEFAULT));

        var forgotten = house.create(me, 600);
        house.provider.forget(forgotten.id());
        assertEquals(forgotten.id().value(), mine.kill(DEFAULT));
    }

    @Test
    void defaultKilledBySomebodyElse_isTold() {
        var sandbox = house.create(me, 600);

        house.conversations.of(session("other")).kill(named(sandbox));

        assertEquals(Situation.DEFAULT_SANDBOX_ENDED, failure(() -> house.use(me)));
    }

    @Test
    void unknownId_isNotFound() {
        var unknown = Optional.of(SandboxRef.parse("unheardof"));

        assertEquals(Situation.SANDBOX_NOT_FOUND, failure(() -> mine.kill(unknown)));
    }

    @Test
    void failedKill_leavesEverythingAsItWas() {
        var sandbox = house.create(me, 600);
        house.provider.fail(Operation.KILL, Situation.PROVIDER_UNAVAILABLE);
        assertEquals(Situation.PROVIDER_UNAVAILABLE, failure(() -> mine.kill(DEFAULT)));
        house.provider.mend(Operation.KILL);
        house.pass(100);

        assertEquals(sandbox.id().value(), house.use(me));
        assertEquals(600, house.secondsLeft(sandbox));
    }

    @Test
    void callUnderWayWhenItsOwnerKills_isNotFound() {
        house.create(me, 600);
        var workspace = mine.use(DEFAULT).workspace();
        var call = supplyAsync(() -> workspace.run(command("sleep 300", 300)));

        mine.kill(DEFAULT);

        var thrown = assertThrows(ExecutionException.class, () -> call.get(20, TimeUnit.SECONDS));
        assertEquals(
                Situation.SANDBOX_NOT_FOUND,
                ((SandboxException) thrown.getCause()).failure().situation());
    }
}
