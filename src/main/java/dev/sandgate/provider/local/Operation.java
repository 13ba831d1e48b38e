package dev.sandgate.provider.local;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One request that waits for its answer. Staging is the control loop's alone; the rest is thread-safe. */
final class Operation {
    /** For one that may take any time. */
    static final Duration FOREVER = Duration.ofDays(36_500);

    private final Class<? extends Reply> expected;
    private final Optional<Flow> flow;
    private final CompletableFuture<Reply> answer = new CompletableFuture<>();
    private volatile long deadline;
    private byte[] staged = new byte[0];
    private int stagedLength;

    Operation(Class<? extends Reply> expected, Duration patience) {
        this(expected, patience, Optional.empty());
    }

    /** A program that hands over what it prints. */
    Operation(Flow flow, Duration patience) {
        this(Reply.Ran.class, patience, Optional.of(flow));
        var unused = answer.whenComplete((reply, failure) -> flow.end(failure == null));
    }

    private Operation(Class<? extends Reply> expected, Duration patience, Optional<Flow> flow) {
        this.expected = expected;
        this.flow = flow;
        this.deadline = System.nanoTime() + patience.toNanos();
    }

    CompletableFuture<Reply> answer() {
        return answer;
    }

    /** Nobody waits for it any more, but the supervisor still owes an answer. */
    void hurry(Duration patience) {
        deadline = Math.min(deadline, System.nanoTime() + patience.toNanos());
    }

    boolean overdue(long now) {
        return now - deadline > 0;
    }

    void stage(ByteBuffer bytes) throws ProtocolError {
        if (expected != Reply.Ran.class || bytes.remaining() > Frames.MAX_STAGED - stagedLength) {
            throw new ProtocolError("staging");
        }
        int needed = stagedLength + bytes.remaining();
        if (needed > staged.length) {
            staged = Arrays.copyOf(staged, Math.min(Frames.MAX_STAGED, Math.max(needed, 2 * staged.length)));
        }
        int count = bytes.remaining();
        bytes.get(staged, stagedLength, count);
        stagedLength += count;
    }

    /** Something that comes before the answer. */
    void stream(int type, ByteBuffer payload) throws ProtocolError {
        flow.orElseThrow(() -> new ProtocolError("no stream")).frame(type, payload);
    }

    int stagedLength() {
        return stagedLength;
    }

    void finish(int type, ByteBuffer payload) throws ProtocolError {
        Reply reply = Reply.decode(type, payload, Arrays.copyOf(staged, stagedLength));
        if (!expected.isInstance(reply) && !(reply instanceof Reply.Failed)) {
            throw new ProtocolError("answer of another kind");
        }
        if (reply instanceof Reply.Ran && flow.isPresent() && !flow.get().started()) {
            throw new ProtocolError("an end without a start");
        }
        staged = new byte[0];
        answer.complete(reply);
    }
}
