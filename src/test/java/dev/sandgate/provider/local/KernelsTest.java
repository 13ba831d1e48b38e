package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class KernelsTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final Kernels kernels = new Kernels();
    private final CompletableFuture<String> end = new CompletableFuture<>();

    private void leaveInterrupted() {
        assertThrows(
                CancellationException.class,
                () -> kernels.inTurn("bash", LONG, () -> {
                    throw new Unanswered(end);
                }));
    }

    private Failure failure(Duration patience) {
        return assertThrows(SandboxException.class, () -> kernels.inTurn("bash", patience, () -> "early"))
                .failure();
    }

    private static String refuse() {
        throw new SandboxException(Kernels.busy());
    }

    @Test
    void whoIsInterrupted_keepsTheTurn_untilTheAnswer() throws Exception {
        leaveInterrupted();
        var next = CompletableFuture.supplyAsync(() -> kernels.inTurn("bash", LONG, () -> end.isDone()));
        assertEquals(Kernels.busy(), failure(SHORT));
        assertEquals("other", kernels.inTurn("python", SHORT, () -> "other"));
        end.complete("answer");
        assertTrue(next.get(10, TimeUnit.SECONDS));
    }

    @Test
    void anEndWithoutAnAnswer_passesTheTurnToo() {
        leaveInterrupted();
        end.completeExceptionally(SandboxException.of(Situation.PROVIDER_UNAVAILABLE));
        assertEquals("next", kernels.inTurn("bash", SHORT, () -> "next"));
    }

    @Test
    void aBusyInterpreter_isAskedAgain() {
        var asked = new AtomicInteger();
        assertEquals("third", kernels.inTurn("bash", LONG, () -> asked.incrementAndGet() < 3 ? refuse() : "third"));
    }

    @Test
    void oneThatStaysBusy_isALimit_andOtherFailuresAreToldAtOnce() {
        var thrown = assertThrows(SandboxException.class, () -> kernels.inTurn("bash", SHORT, KernelsTest::refuse));
        assertEquals(Kernels.busy(), thrown.failure());
        var asked = new AtomicInteger();
        assertThrows(
                SandboxException.class,
                () -> kernels.inTurn("bash", LONG, () -> {
                    asked.incrementAndGet();
                    throw SandboxException.of(Situation.SANDBOX_NOT_FOUND);
                }));
        assertEquals(1, asked.get());
    }
}
