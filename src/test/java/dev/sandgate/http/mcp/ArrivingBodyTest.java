package dev.sandgate.http.mcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class ArrivingBodyTest {
    private final Wire wire = new Wire();
    private final List<byte[]> taken = new ArrayList<>();
    private final List<Integer> refused = new ArrayList<>();
    private final ArrivingBody body = arriving(new BodyBudget(0));

    @Test
    void piecesMakeOneBody() throws IOException {
        byte[] large = new byte[100_000];
        large[99_999] = 7;
        come("{\"a\":".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        come(large);
        assertEquals(List.of(), taken);
        body.onAllDataRead();
        assertEquals(100_005, taken.get(0).length);
        assertEquals(7, taken.get(0)[100_004]);
    }

    @Test
    void nothingAtAll_isAnEmptyBody() {
        body.onAllDataRead();
        assertArrayEquals(new byte[0], taken.get(0));
    }

    @Test
    void tornBody_isRefusedOnce() throws IOException {
        come(new byte[10]);
        body.onError(new EOFException());
        body.onError(new EOFException());
        assertEquals(List.of(400), refused);
    }

    @Test
    void bodyBeyondTheCap_isRefusedWhileItComes() throws IOException {
        for (int i = 0; i <= 16 && refused.isEmpty(); i++) {
            come(new byte[1024 * 1024]);
        }
        body.onAllDataRead();
        assertEquals(List.of(413), refused);
        assertEquals(List.of(), taken);
    }

    private void come(byte[] piece) throws IOException {
        wire.pieces.add(piece);
        body.onDataAvailable();
    }

    private ArrivingBody arriving(BodyBudget budget) {
        try {
            return new ArrivingBody(wire, budget.share(-1), new ArrivingBody.Taker() {
                @Override
                public void taken(byte[] whole, BodyBudget.Share share) {
                    taken.add(whole);
                    share.release();
                }

                @Override
                public void refused(NotTaken why) {
                    refused.add(why.status());
                }
            });
        } catch (NotTaken impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Gives what has come, and is not ready otherwise. */
    private static final class Wire extends ServletInputStream {
        private final Queue<byte[]> pieces = new ArrayDeque<>();
        private int at;

        @Override
        public boolean isReady() {
            return !pieces.isEmpty();
        }

        @Override
        public boolean isFinished() {
            return false;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            byte[] piece = pieces.element();
            int count = Math.min(length, piece.length - at);
            System.arraycopy(piece, at, into, offset, count);
            at += count;
            if (at == piece.length) {
                at = 0;
                pieces.remove();
            }
            return count;
        }
    }
}
