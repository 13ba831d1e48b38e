package dev.sandgate.sandbox.conversation;

import static dev.sandgate.sandbox.conversation.House.conversation;
import static dev.sandgate.sandbox.conversation.House.failure;
import static dev.sandgate.sandbox.conversation.House.named;
import static dev.sandgate.sandbox.conversation.House.session;
import static dev.sandgate.sandbox.conversation.House.stateless;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.FakeProvider.Operation;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** L3, L10, C2; cases 9, 15, 16. */
class DefaultSandboxTest {
    private final House house = new House();
    private final Caller me = session("me");

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void firstUse_makesTheDefaultAndTheNextKeepsIt() {
        String made = house.use(me);

        assertEquals(made, house.use(me));
        assertEquals(1, house.provider.calls(Operation.CREATE));
        assertEquals(made, house.conversations.of(me).get(Optional.empty()).id().value());
    }

    @Test
    void scopes_haveDefaultsOfTheirOwn() {
        String mine = house.use(me);

        assertNotEquals(mine, house.use(session("other")));
        assertNotEquals(mine, house.use(conversation("me")));
        assertNotEquals(house.use(conversation("me")), house.use(new Caller("another", new Caller.Conversation("me"))));
    }

    @Test
    void defaultOfASession_livesShorterThanThatOfAConversation() {
        house.use(me);
        house.use(conversation("c"));

        var made = house.provider.living().stream().map(house.provider::specOf).toList();

        assertEquals(300, made.get(0).timeout().toSeconds());
        assertEquals(1800, made.get(1).timeout().toSeconds());
    }

    @Test
    void twentyFirstCallsAtOnce_makeOneSandbox() throws Exception {
        var gate = house.provider.hold(Operation.CREATE);
        var threads = Executors.newFixedThreadPool(20);
        try {
            var calls = IntStream.range(0, 20)
                    .mapToObj(i -> supplyAsync(() -> house.use(me), threads))
                    .toList();
            gate.awaitArrivals(1);
            gate.open();

            for (CompletableFuture<String> call : calls) {
                assertEquals("fake1", call.get(20, TimeUnit.SECONDS));
            }
            assertEquals(1, house.provider.calls(Operation.CREATE));
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void slowCreation_holdsUpNoOtherScope() throws Exception {
        String other = house.use(session("other"));
        var gate = house.provider.hold(Operation.CREATE);
        var slow = supplyAsync(() -> house.use(me));
        gate.awaitArrivals(1);

        assertEquals(other, house.use(session("other")));

        gate.open();
        assertEquals("fake2", slow.get(20, TimeUnit.SECONDS));
    }

    @Test
    void failedCreation_isNotRemembered() {
        house.provider.fail(Operation.CREATE, Situation.PROVIDER_UNAVAILABLE);
        assertEquals(Situation.PROVIDER_UNAVAILABLE, failure(() -> house.use(me)));
        house.provider.mend(Operation.CREATE);

        assertEquals("fake1", house.use(me));
    }

    @Test
    void cancelledFirstCall_leavesTheWorkToTheNext() throws Exception {
        var gate = house.provider.hold(Operation.CREATE);
        var cancelled = new CompletableFuture<String>();
        var first = new Thread(() -> {
            try {
                cancelled.complete(house.use(me));
            } catch (RuntimeException e) {
                cancelled.completeExceptionally(e);
            }
        });
        first.start();
        gate.awaitArrivals(1);
        var second = supplyAsync(() -> house.use(me));

        first.interrupt();

        assertThrows(CancellationException.class, () -> cancelled.get(20, TimeUnit.SECONDS));
        gate.open();
        assertEquals("fake1", second.get(20, TimeUnit.SECONDS));
    }

    @Test
    void defaultEnded_isToldOnce() {
        String former = house.use(me);
        house.pass(301);

        assertEquals(Situation.DEFAULT_SANDBOX_ENDED, failure(() -> house.use(me)));

        var next = house.conversations.of(me).use(Optional.empty());
        assertNotEquals(former, next.sandboxId());
        assertTrue(next.notice().isPresent());
        assertEquals(
                Optional.empty(),
                house.conversations.of(me).use(Optional.empty()).notice());
    }

    @Test
    void firstDefault_needsNoNotice() {
        assertEquals(
                Optional.empty(),
                house.conversations.of(me).use(Optional.empty()).notice());
    }

    @Test
    void crashNoticedByCallsAtOnce_isToldToEach() {
        house.use(me);
        var one = house.conversations.of(me).use(Optional.empty());
        var two = house.conversations.of(me).use(Optional.empty());
        house.provider.crash(house.provider.living().get(0));

        assertEquals(
                Situation.DEFAULT_SANDBOX_ENDED,
                failure(() -> one.workspace().files().list(".", 1)));
        assertEquals(
                Situation.DEFAULT_SANDBOX_ENDED,
                failure(() -> two.workspace().files().list(".", 1)));
        assertEquals("fake2", house.use(me));
    }

    @Test
    void endedDefaultThatWasNamed_isStillToldToWhoMeansTheDefault() {
        house.use(me);
        var sandbox = house.conversations.of(me).get(Optional.empty());
        house.provider.forget(sandbox.id());

        assertEquals(Situation.SANDBOX_NOT_FOUND, failure(() -> house.use(me, named(sandbox))));
        assertEquals(Situation.DEFAULT_SANDBOX_ENDED, failure(() -> house.use(me)));
        assertEquals("fake2", house.use(me));
    }

    @Test
    void created_becomesTheDefaultAndTheFormerLivesOn() {
        String former = house.use(me);
        var created = house.create(me, 600);

        assertEquals(created.id().value(), house.use(me));
        assertEquals(2, house.provider.living().size());
        assertNotEquals(former, created.id().value());
    }

    @Test
    void createdAfterTheDefaultEnded_needsNoTelling() {
        house.use(me);
        house.pass(301);
        var created = house.create(me, 600);

        assertEquals(created.id().value(), house.use(me));
    }

    @Test
    void explicitId_neverBecomesDefault() {
        var others = house.create(session("other"), 600);

        assertEquals(others.id().value(), house.use(me, named(others)));
        assertEquals(others, house.conversations.of(me).get(named(others)));

        assertEquals(
                Situation.NO_DEFAULT_SANDBOX,
                failure(() -> house.conversations.of(me).get(Optional.empty())));
        assertNotEquals(others.id().value(), house.use(me));
    }

    @Test
    void get_makesAndProlongsNothing() {
        assertEquals(
                Situation.NO_DEFAULT_SANDBOX,
                failure(() -> house.conversations.of(me).get(Optional.empty())));
        assertEquals(0, house.provider.calls());
        var sandbox = house.create(me, 600);
        house.pass(100);

        assertEquals(sandbox, house.conversations.of(me).get(Optional.empty()));
        assertEquals(0, house.provider.calls(Operation.SET_TIMEOUT));
        assertEquals(0, house.provider.calls(Operation.CONNECT));
    }

    @Test
    void get_tellsThatTheDefaultEnded() {
        house.create(me, 600);
        house.pass(601);

        assertEquals(
                Situation.DEFAULT_SANDBOX_ENDED,
                failure(() -> house.conversations.of(me).get(Optional.empty())));
        assertEquals(
                Situation.NO_DEFAULT_SANDBOX,
                failure(() -> house.conversations.of(me).get(Optional.empty())));
    }

    @Test
    void statelessCall_hasNoDefault() {
        var holdings = house.conversations.of(stateless());

        assertEquals(Situation.NO_CONVERSATION, failure(() -> house.use(stateless())));
        assertEquals(Situation.NO_CONVERSATION, failure(() -> holdings.get(Optional.empty())));
        assertEquals(Situation.NO_CONVERSATION, failure(() -> holdings.kill(Optional.empty())));
        assertEquals(0, house.provider.calls());
    }

    @Test
    void statelessCall_usesWhatItNames() {
        var sandbox = house.create(stateless(), 600);

        assertEquals(sandbox.id().value(), house.use(stateless(), named(sandbox)));
        assertEquals(Situation.NO_CONVERSATION, failure(() -> house.use(stateless())));
    }
}
