package dev.sandgate.http.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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

    private int refusal(long announced) {
        return assertThrows(NotTaken.class, () -> budget.share(announced)).status();
    }
}
