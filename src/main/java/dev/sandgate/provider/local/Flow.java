package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.StandardStream;
import dev.sandgate.sandbox.port.CommandListener;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.function.IntConsumer;

/**
 * What a streamed program prints, between the control loop, which puts it in and never waits, and the thread that takes it. Bounded:
 * the supervisor may send a window full before it is given more, and at the program's end once what the two pipes held.
 */
final class Flow {
    static final int WINDOW = 256 << 10;

    /** What may come at the end: two pipes, and no piece but the last is smaller than a page. */
    private static final long EXCESS =
            StandardStream.values().length * (Host.largestPipe() / 4096 + 1) * (4096 + Frames.OUTPUT_COST);

    private final Queue<Piece> pieces = new ArrayDeque<>();
    /** How much more may come before the program's end. */
    private long credit = WINDOW;

    private boolean started;
    private boolean over;
    private boolean abandoned;

    private record Piece(StandardStream stream, byte[] bytes) {
        private int cost() {
            return bytes.length + Frames.OUTPUT_COST;
        }
    }

    // ---- the control loop's side ----

    synchronized void frame(int type, ByteBuffer bytes) throws ProtocolError {
        var payload = new Payload(bytes);
        if (type == Frames.STARTED && !started) {
            started = true;
        } else if (type == Frames.OUTPUT && started) {
            add(new Piece(stream(payload.u8()), payload.str(Frames.MAX_READ)));
        } else {
            throw new ProtocolError("streaming");
        }
        payload.end();
        notifyAll();
    }

    private static StandardStream stream(int which) throws ProtocolError {
        return switch (which) {
            case 0 -> StandardStream.STDOUT;
            case 1 -> StandardStream.STDERR;
            default -> throw new ProtocolError("stream");
        };
    }

    private void add(Piece piece) throws ProtocolError {
        credit -= piece.cost();
        if (piece.bytes.length == 0 || credit < -EXCESS) {
            throw new ProtocolError("more output than asked for");
        }
        if (!abandoned) {
            pieces.add(piece);
        }
    }

    synchronized boolean started() {
        return started;
    }

    /** @param answered what came before is still to be handed over */
    synchronized void end(boolean answered) {
        over = true;
        if (!answered) {
            pieces.clear();
        }
        notifyAll();
    }

    // ---- the taker's side ----

    /**
     * Returns when all is over and handed over.
     *
     * @param pay told how much more may be sent
     */
    void handTo(CommandListener listener, IntConsumer pay) throws InterruptedException {
        if (!awaitStart()) {
            return;
        }
        listener.started();
        int owed = 0;
        for (var next = next(); next.isPresent(); next = next()) {
            Piece piece = next.get();
            listener.output(piece.stream, piece.bytes);
            owed += piece.cost();
            if (owed >= WINDOW / 2) {
                lend(owed);
                pay.accept(owed);
                owed = 0;
            }
        }
    }

    private synchronized boolean awaitStart() throws InterruptedException {
        while (!started && !over) {
            wait();
        }
        return started;
    }

    private synchronized Optional<Piece> next() throws InterruptedException {
        while (pieces.isEmpty() && !over) {
            wait();
        }
        if (!pieces.isEmpty() && Thread.interrupted()) {
            throw new InterruptedException();
        }
        return Optional.ofNullable(pieces.poll());
    }

    private synchronized void lend(int more) {
        credit += more;
    }

    /** Nobody takes it any more; what still comes is dropped. */
    synchronized void abandon() {
        abandoned = true;
        pieces.clear();
    }
}
