package dev.sandgate.mcp.server;

import dev.sandgate.mcp.tool.AsTask;
import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.Card;
import dev.sandgate.mcp.tool.Describe;
import dev.sandgate.mcp.tool.Group;
import dev.sandgate.mcp.tool.PlatformValidator;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.mcp.tool.Tool;
import dev.sandgate.mcp.tool.ToolEntry;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Tools for the tests of the protocol. */
final class FakeTools {
    final Who who = new Who();
    final Hold hold = new Hold();
    final Break breaks = new Break();
    final Job job = new Job();

    Catalogue catalogue() {
        return new Catalogue(List.of(entry(hold), entry(who), entry(breaks), entry(job)));
    }

    static ToolEntry entry(Tool<?> tool) {
        return ToolEntry.of(tool, tool.getClass(), PlatformValidator.INSTANCE);
    }

    record Nothing() {}

    record Said(@Describe("on whose behalf") String scope) {}

    /** Says on whose behalf it is called. */
    static final class Who implements Tool<Nothing> {
        @Override
        public Card card() {
            return Card.named("who", Group.LIFECYCLE).saying("Says who asks.").returning(Said.class);
        }

        @Override
        public Result call(Nothing in, CallContext context) {
            return Result.of(new Said(context.caller().scope().toString()));
        }
    }

    record Steps(
            @Describe("steps reported before it waits") @NotNull
            Integer steps) {}

    /** Waits until it is let go or interrupted. */
    static final class Hold implements Tool<Steps> {
        final CountDownLatch interrupted = new CountDownLatch(1);
        private final Semaphore running = new Semaphore(0);
        private final Semaphore letGo = new Semaphore(0);

        @Override
        public Card card() {
            return Card.named("hold", Group.EXEC).saying("Waits.").asTask(AsTask.OFFERED);
        }

        @Override
        public Result call(Steps in, CallContext context) {
            for (int step = 1; step <= in.steps(); step++) {
                context.progress(step, "step");
            }
            running.release();
            try {
                if (!letGo.tryAcquire(20, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("never let go");
                }
            } catch (InterruptedException cancelled) {
                interrupted.countDown();
                throw new IllegalStateException(cancelled);
            }
            return Result.failure("let go");
        }

        void awaitRunning(int calls) throws InterruptedException {
            if (!running.tryAcquire(calls, 20, TimeUnit.SECONDS)) {
                throw new AssertionError("not running");
            }
        }

        void letGo(int calls) {
            letGo.release(calls);
        }
    }

    /** Has to be a task. */
    static final class Job implements Tool<Nothing> {
        @Override
        public Card card() {
            return Card.named("job", Group.EXEC).saying("Does a job.").asTask(AsTask.REQUIRED);
        }

        @Override
        public Result call(Nothing in, CallContext context) {
            return Result.showing();
        }
    }

    /** Fails with something that must not be told. */
    static final class Break implements Tool<Nothing> {
        @Override
        public Card card() {
            return Card.named("break", Group.FILES).saying("Breaks.");
        }

        @Override
        public Result call(Nothing in, CallContext context) {
            throw new IllegalStateException("secret");
        }
    }
}
