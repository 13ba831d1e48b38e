package dev.sandgate.sandbox.conversation;

import static dev.sandgate.sandbox.conversation.House.command;
import static dev.sandgate.sandbox.conversation.House.failure;
import static dev.sandgate.sandbox.conversation.House.named;
import static dev.sandgate.sandbox.conversation.House.session;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.SandboxRef;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.FakeProvider.Operation;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** L6, L10 and the contract's rules of life. */
class RenewalTest {
    private final House house = new House();
    private final Caller me = session("me");

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void use_renewsByTheCreationTimeout() {
        var sandbox = house.create(me, 600);
        house.pass(100);

        house.use(me);

        assertEquals(600, house.secondsLeft(sandbox));
    }

    @Test
    void useRightAfterCreation_needsNoRenewal() {
        house.create(me, 600);

        house.use(me);

        assertEquals(0, house.provider.calls(Operation.SET_TIMEOUT));
    }

    @Test
    void renewal_happensAtMostOnceInFiveSeconds() {
        house.create(me, 600);
        house.pass(100);
        house.use(me);
        house.pass(4);
        house.use(me);
        assertEquals(1, house.provider.calls(Operation.SET_TIMEOUT));

        house.pass(1);
        house.use(me);

        assertEquals(2, house.provider.calls(Operation.SET_TIMEOUT));
    }

    @Test
    void shortPolicy_isRenewedToo() {
        var sandbox = house.create(me, 2);
        house.clock.advance(Duration.ofMillis(1500));

        house.use(me);

        assertEquals(2, house.secondsLeft(sandbox));
    }

    @Test
    void renewal_neverShortens() {
        var sandbox = house.create(me, 600);
        house.provider.setTimeout(sandbox.id(), Duration.ofSeconds(5000));
        house.pass(100);

        house.use(me);

        assertEquals(4900, house.secondsLeft(sandbox));
    }

    @Test
    void setTimeout_becomesThePolicy() {
        var sandbox = house.create(me, 600);
        house.conversations.of(me).setTimeout(Optional.empty(), Duration.ofSeconds(50));
        assertEquals(50, house.secondsLeft(sandbox));
        house.pass(20);

        house.use(me);

        assertEquals(50, house.secondsLeft(sandbox));
    }

    @Test
    void failedSetTimeout_keepsTheFormerPolicy() {
        var sandbox = house.create(me, 600);
        house.provider.fail(Operation.SET_TIMEOUT, Situation.PROVIDER_UNAVAILABLE);
        assertEquals(
                Situation.PROVIDER_UNAVAILABLE,
                failure(() -> house.conversations.of(me).setTimeout(Optional.empty(), Duration.ofSeconds(50))));
        house.provider.mend(Operation.SET_TIMEOUT);
        house.pass(100);

        house.use(me);

        assertEquals(600, house.secondsLeft(sandbox));
    }

    @Test
    void failedRenewal_isNotTheCallsFailure() {
        var sandbox = house.create(me, 600);
        house.pass(100);
        house.provider.fail(Operation.SET_TIMEOUT, Situation.PROVIDER_UNAVAILABLE);

        house.use(me);

        assertEquals(500, house.secondsLeft(sandbox));
    }

    @Test
    void foreignSandbox_isUsedButNotRenewed() {
        var others = house.create(session("other"), 600);
        house.pass(100);

        house.use(me, named(others));

        assertEquals(500, house.secondsLeft(others));
    }

    @Test
    void foreignSandbox_isProlongedWithoutAdoption() {
        var others = house.create(session("other"), 600);
        house.conversations.of(me).setTimeout(named(others), Duration.ofSeconds(1000));
        house.pass(100);

        house.use(me, named(others));

        assertEquals(900, house.secondsLeft(others));
        house.conversations.release(me);
        assertEquals(1, house.provider.living().size());
    }

    @Test
    void ownedSandboxThatIsNamed_isRenewed() {
        var first = house.create(me, 600);
        house.create(me, 600);
        house.pass(100);

        house.use(me, named(first));

        assertEquals(600, house.secondsLeft(first));
    }

    @Test
    void runningCall_outlivesThePolicy() throws Exception {
        var sandbox = house.create(me, 30);
        var workspace = house.conversations.of(me).use(Optional.empty()).workspace();
        var call =
                supplyAsync(() -> workspace.run(command("touch ready; while [ ! -e go ]; do sleep 0.02; done", 100)));
        awaitFile(sandbox.id().value());

        for (int i = 0; i < 60; i++) {
            house.pass(1);
        }

        assertEquals(1, house.provider.living().size());
        house.conversations
                .of(session("helper"))
                .use(named(sandbox))
                .workspace()
                .files()
                .write("go", "");
        assertEquals(Optional.of(0), call.get(20, TimeUnit.SECONDS).exitCode());
        assertEquals(0, house.alarms.waiting());
        house.pass(31);
        assertEquals(0, house.provider.living().size());
    }

    @Test
    void callThatFits_setsNoAlarm() {
        house.create(me, 600);

        house.conversations.of(me).use(Optional.empty()).workspace().run(command("true", 60));

        assertEquals(0, house.provider.calls(Operation.SET_TIMEOUT));
        assertEquals(0, house.alarms.waiting());
    }

    private void awaitFile(String id) {
        var helper = house.conversations.of(session("helper")).use(Optional.of(SandboxRef.parse(id)));
        long giveUp = System.nanoTime() + 20_000_000_000L;
        while (helper.workspace().files().list(".", 10).files().isEmpty() && System.nanoTime() < giveUp) {
            Thread.onSpinWait();
        }
    }
}
