package dev.sandgate.provider.local;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Cuts a byte stream into frames, however it arrives. Hostile input: no length is believed before its bytes are there, so what it
 * holds is at most twice what was really sent. Not thread-safe.
 */
final class FrameReader {

    /** Receives whole frames. The payload is only valid during the call. */
    interface Sink {
        void frame(int type, int op, ByteBuffer payload) throws ProtocolError;
    }

    private static final int FIRST_BUFFER = 4096;

    private final Sink sink;
    private final ByteBuffer head = ByteBuffer.allocate(Integer.BYTES);
    private int longest;
    private int expected;
    private byte[] partial = new byte[0];
    private int have;

    FrameReader(int longest, Sink sink) {
        this.longest = longest;
        this.sink = sink;
    }

    /** From the next frame on, bodies may be this long. */
    void allow(int body) {
        longest = body;
    }

    /** Takes all bytes of the input. After an error the reader must not be used again. */
    void feed(ByteBuffer input) throws ProtocolError {
        while (input.hasRemaining()) {
            if (expected == 0 && !readLength(input)) {
                return;
            }
            if (have == 0 && input.remaining() >= expected) {
                ByteBuffer body = input.slice(input.position(), expected);
                input.position(input.position() + expected);
                deliver(body);
            } else {
                collect(input);
            }
        }
    }

    /** Bytes held for a frame that is not complete yet. */
    int held() {
        return partial.length;
    }

    private boolean readLength(ByteBuffer input) throws ProtocolError {
        while (head.hasRemaining()) {
            if (!input.hasRemaining()) {
                return false;
            }
            head.put(input.get());
        }
        int length = head.getInt(0);
        if (length < Frames.MIN_BODY || length > longest) {
            throw new ProtocolError("frame length");
        }
        expected = length;
        return true;
    }

    private void collect(ByteBuffer input) throws ProtocolError {
        int take = Math.min(input.remaining(), expected - have);
        if (have + take > partial.length) {
            int wanted = Math.max(Math.max(FIRST_BUFFER, have + take), 2 * partial.length);
            partial = Arrays.copyOf(partial, Math.min(expected, wanted));
        }
        input.get(partial, have, take);
        have += take;
        if (have == expected) {
            ByteBuffer body = ByteBuffer.wrap(partial, 0, have).slice();
            partial = new byte[0];
            have = 0;
            deliver(body);
        }
    }

    private void deliver(ByteBuffer body) throws ProtocolError {
        head.clear();
        expected = 0;
        int type = Byte.toUnsignedInt(body.get());
        int op = body.getInt();
        sink.frame(type, op, body.slice());
    }
}
