package dev.sandgate.provider.local;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** One request that waits for its answer. Staging is the control loop's alone; the rest is thread-safe. */
final class Operation {
    private final Class<? extends Reply> expected;
    private final CompletableFuture<Reply> answer = new CompletableFuture<>();
    private volatile long deadline;
    private byte[] staged = new byte[0];
    private int stagedLength;

    Operation(Class<? extends Reply> expected, Duration patience) {
        this.expected = expected;
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

    int stagedLength() {
        return stagedLength;
    }

    void finish(int type, ByteBuffer payload) throws ProtocolError {
        Reply reply = Reply.decode(type, payload, Arrays.copyOf(staged, stagedLength));
        if (!expected.isInstance(reply) && !(reply instanceof Reply.Failed)) {
            throw new ProtocolError("answer of another kind");
        }
        staged = new byte[0];
        answer.complete(reply);
    }
}
