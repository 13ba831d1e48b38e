package dev.sandgate.sandbox.conversation;

import static dev.sandgate.sandbox.conversation.House.conversation;
import static dev.sandgate.sandbox.conversation.House.failure;
import static dev.sandgate.sandbox.conversation.House.session;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sandgate.sandbox.model.Situation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** However many conversations there have been, memory is bounded. */
class ScopesTest {
    private final House house = new House();

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void unusedConversations_makeRoomForNewOnes() {
        fill();
        house.pass(61);

        house.conversations.of(conversation("new"));
    }

    @Test
    void tooManyAtOnce_isALimit() {
        fill();

        assertEquals(Situation.LIMIT_REACHED, failure(() -> house.conversations.of(conversation("new"))));
    }

    @Test
    void conversationWithALivingSandbox_isKept() {
        String sandbox = house.use(conversation("kept"));
        fill(Scopes.MOST - 1);
        house.pass(61);

        house.conversations.of(conversation("new"));

        assertEquals(sandbox, house.use(conversation("kept")));
    }

    @Test
    void endedDefault_isRememberedForAnHour() {
        house.use(conversation("ended"));
        fill(Scopes.MOST - 1);
        house.pass(1801);

        house.conversations.of(conversation("new"));

        assertEquals(Situation.DEFAULT_SANDBOX_ENDED, failure(() -> house.use(conversation("ended"))));
    }

    @Test
    void sessions_areNeverForgotten() {
        String sandbox = house.use(session("s"));
        house.pass(200);
        house.use(session("s"));
        fill(Scopes.MOST - 1);
        house.pass(200);

        house.conversations.of(conversation("new"));

        assertEquals(sandbox, house.use(session("s")));
    }

    private void fill() {
        fill(Scopes.MOST);
    }

    private void fill(int count) {
        for (int i = 0; i < count; i++) {
            house.conversations.of(conversation("c" + i));
        }
    }
}
