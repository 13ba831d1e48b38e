package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.Situation;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ErrnoTest {

    @Test
    void pathErrors_nameThePath() {
        assertEquals(Failure.of(Situation.FILE_NOT_FOUND).at("path"), failure(2, "path"));
        for (int errno : new int[] {1, 13, 20, 21, 30, 36, 40}) {
            assertEquals(Failure.of(Situation.BAD_ARGUMENT).at("path"), failure(errno, "path"));
        }
        assertEquals(Failure.of(Situation.DISK_FULL).at("path"), failure(28, "path"));
    }

    @Test
    void cwdErrors_nameTheCwd() {
        assertEquals(Failure.of(Situation.BAD_ARGUMENT).at("cwd"), failure(2, "cwd"));
    }

    @Test
    void whatCouldNotBeStarted_namesTheLimit() {
        assertEquals(Optional.of("processes"), failure(11, "spawn").subject());
        assertEquals(Situation.LIMIT_REACHED, failure(12, "limit").situation());
        assertEquals(Situation.UNSUPPORTED, failure(2, "kernel").situation());
    }

    @Test
    void aBusyInterpreter_isALimitThatPasses() {
        assertEquals(
                Failure.of(Situation.LIMIT_REACHED).about("interpreter").retryAfter(Duration.ofSeconds(1)),
                failure(16, "kernel"));
    }

    @Test
    void anythingElse_isInternal() {
        assertEquals(Situation.INTERNAL, failure(-7, "nonsense").situation());
        assertEquals(Situation.INTERNAL, failure(99, "path").situation());
    }

    private static Failure failure(int errno, String stage) {
        return Errno.failure(new Reply.Failed(errno, stage)).failure();
    }
}
