package dev.sandgate.http.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BodyBudgetTest {
    private static final int MIB = 1024 * 1024;

    private final BodyBudget budget = new BodyBudget(0);

    @Test
    void atTheCap_isTaken_announcedOrNot() throws NotTaken {
        budget.share(BodyBudget.CAP).release();
        budget.share(-1).growTo(BodyBudget.CAP);
    }

    @Test
    void beyondTheCap_is413_announcedOrNot() throws NotTaken {
        assertEquals(413, refusal(BodyBudget.CAP + 1L));
        BodyBudget.Share unannounced = budget.share(-1);
        assertEquals(
                413,
                assertThrows(NotTaken.class, () -> unannounced.growTo(BodyBudget.CAP + 1))
                        .status());
    }

    @Test
    void manyLargeOnes_are503_untilOneIsReleased() throws NotTaken {
        BodyBudget.Share first = budget.share(10 * MIB);
        assertEquals(503, refusal(10 * MIB));
        budget.share(3).growTo(1000); // small ones always pass
        first.release();
        budget.share(10 * MIB).release();
    }

    @Test
    void answers_takeOfTheSame_andNothingAfterTheEnd() throws NotTaken {
        BodyBudget.Share first = budget.share(100);
        BodyBudget.Share second = budget.share(100);
        assertTrue(first.growFor(10 * MIB));
        assertFalse(second.growFor(10 * MIB));
        assertTrue(second.growFor(1000));
        first.release();
        assertFalse(first.growFor(1000));
        assertTrue(second.growFor(10 * MIB));
    }

    private int refusal(long announced) {
        return assertThrows(NotTaken.class, () -> budget.share(announced)).status();
    }
}
