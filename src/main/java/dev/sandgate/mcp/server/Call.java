package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.RpcError;
import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One call in flight. It ends once: by its work, by the client's cancellation, or by the end of its session, of its time or of the
 * server. Only the work is interrupted by a cancellation, never what its thread does next.
 */
final class Call implements Runnable, CallContext {
    private final Turn turn;
    private final Work<?> work;
    private final Optional<Progress> progress;
    private final Account account;
    private final long startedAt;
    private final Lock sending = new ReentrantLock();
    private long nextBeat;
    private Thread runner;
    private Optional<CompletableFuture<?>> waiting = Optional.empty();
    private boolean ended;

    /** @param startedAt milliseconds of the clock that beats are counted by */
    Call(Turn turn, Work<?> work, Account account, long startedAt) {
        this.turn = turn;
        this.work = work;
        this.progress = Progress.wanted(turn.params());
        this.account = account;
        this.startedAt = startedAt;
        this.nextBeat = startedAt + McpSettings.FIRST_BEAT.toMillis();
    }

    @Override
    public void run() {
        if (take(Thread.currentThread())) {
            run(work);
        }
    }

    private <T> void run(Work<T> work) {
        CompletableFuture<T> result = begin(work);
        letGo(result);
        Consumer<Runnable> where = result.isDone() ? Runnable::run : account::elsewhere;
        var unused = result.whenComplete((given, thrown) -> where.accept(() -> finish(work, given, thrown)));
    }

    /** Ends before it began: something that a client can try again later. */
    void refuse() {
        finish(told(SandboxException.of(Situation.LIMIT_REACHED)));
    }

    void cancel(Cancellation why) {
        if (end()) {
            interruptWork();
            Answer answer = switch (why) {
                case BY_CLIENT -> Answer.empty(202); // no response any more (l2, M10)
                case OUT_OF_TIME ->
                    told(SandboxException.of(Situation.TIMED_OUT)).answer().apply(turn);
                case SESSION_ENDED ->
                    Answer.refusal(404, Sessions.unknown().error().answering(turn.id()));
                case SHUTDOWN ->
                    Answer.refusal(
                            503,
                            RpcError.of(RpcError.INTERNAL_ERROR, "The server is stopping")
                                    .answering(turn.id()));
            };
            account.ended(this, why.word());
            turn.reply().end(answer);
        }
    }

    /** Whether a sign of life is due; if so, the next one is set. */
    synchronized boolean isDue(long now) {
        boolean due = !ended && now >= nextBeat && (turn.reply().canStream() || turn.era() == Era.MODERN);
        if (due) {
            nextBeat = now + McpSettings.BEAT.toMillis();
        }
        return due;
    }

    boolean isOutOfTime(long now) {
        return now - startedAt >= McpSettings.LONGEST_CALL.toMillis();
    }

    /** Shows that the work goes on; also the only way to find out that nobody listens any more. */
    void beat(long now) {
        if (!sending.tryLock()) {
            return; // something is being sent right now
        }
        try {
            double seconds = (now - startedAt) / 1000.0;
            say(() -> (progress.isPresent() && turn.reply().canStream())
                    ? turn.reply().event(progress.get().report(seconds, work.name() + " is running"))
                    : turn.reply().keepAlive());
        } finally {
            sending.unlock();
        }
    }

    @Override
    public void progress(double done, String message) {
        if (progress.isEmpty() || !turn.reply().canStream()) {
            return;
        }
        sending.lock();
        try {
            say(() -> turn.reply().event(progress.get().report(done, message)));
        } finally {
            sending.unlock();
        }
    }

    @Override
    public void reserve(int bytes) {
        if (!turn.reply().reserve(bytes)) {
            throw new SandboxException(Failure.of(Situation.LIMIT_REACHED).about("large answers at a time"));
        }
    }

    @Override
    public Caller caller() {
        return turn.asker().caller();
    }

    @Override
    public String requestId() {
        return turn.reply().requestId();
    }

    Turn turn() {
        return turn;
    }

    String name() {
        return work.name();
    }

    long startedAt() {
        return startedAt;
    }

    /** A closed stream is a cancellation in the modern era and nothing in the legacy one (M10, l2). */
    private void say(BooleanSupplier something) {
        if (!isEnded() && !something.getAsBoolean() && turn.era() == Era.MODERN) {
            cancel(Cancellation.BY_CLIENT);
        }
    }

    private void finish(Ending ending) {
        if (end()) {
            account.ended(this, ending.word()); // first: the client may use the id again as soon as it has the answer
            turn.reply().end(ending.answer().apply(turn));
        }
    }

    private <T> CompletableFuture<T> begin(Work<T> work) {
        try {
            return work.begin(this);
        } catch (Throwable thrown) {
            return CompletableFuture.failedFuture(thrown);
        }
    }

    private <T> void finish(Work<T> work, T given, Throwable thrown) {
        finish(thrown == null ? checked(work, given) : told(thrown));
    }

    private <T> Ending checked(Work<T> work, T given) {
        try {
            return work.given(given);
        } catch (RuntimeException defect) {
            return told(defect);
        }
    }

    private Ending told(Throwable thrown) {
        return thrown instanceof RpcError error ? Ending.of(error, "error") : work.told(thrown, this);
    }

    private synchronized boolean take(Thread thread) {
        if (ended) {
            return false;
        }
        runner = thread;
        return true;
    }

    private synchronized void letGo(CompletableFuture<?> result) {
        runner = null;
        Thread.interrupted();
        waiting = Optional.of(result);
        if (ended) {
            result.cancel(false);
        }
    }

    private synchronized void interruptWork() {
        if (runner != null) {
            runner.interrupt();
        }
        waiting.ifPresent(result -> result.cancel(false));
    }

    private synchronized boolean end() {
        boolean first = !ended;
        ended = true;
        return first;
    }

    private synchronized boolean isEnded() {
        return ended;
    }

    /** Whoever keeps account of the calls. */
    interface Account {
        /** Told once a call. */
        void ended(Call call, String outcome);

        /** Does it on a thread that may be held up by a slow client. */
        void elsewhere(Runnable work);
    }
}
