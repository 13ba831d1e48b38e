package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameReaderTest {
    private record Frame(int type, int op, byte[] payload) {}

    private final List<Frame> frames = new ArrayList<>();
    private final FrameReader reader = new FrameReader(Frames.MAX_BODY, (type, op, payload) -> {
        byte[] copy = new byte[payload.remaining()];
        payload.get(copy);
        frames.add(new Frame(type, op, copy));
    });

    @Test
    void framesCutAnywhere_arriveWhole() throws ProtocolError {
        byte[] large = new byte[70_000];
        new Random(1).nextBytes(large);
        byte[] stream = concat(frame(1, 2, new byte[0]), frame(3, 4, large), frame(5, 6, new byte[] {7}));
        for (int size : new int[] {1, 3, 4096, stream.length}) {
            frames.clear();
            feed(stream, size);
            assertEquals(3, frames.size());
            assertEquals(3, frames.get(1).type());
            assertEquals(4, frames.get(1).op());
            assertArrayEquals(large, frames.get(1).payload());
            assertArrayEquals(new byte[] {7}, frames.get(2).payload());
        }
    }

    @Test
    void lengthsOutOfRange_areRefusedBeforeAnythingIsHeld() {
        for (int length : new int[] {0, 4, -1, Integer.MIN_VALUE, Frames.MAX_BODY + 1, Integer.MAX_VALUE}) {
            var fresh = new FrameReader(Frames.MAX_BODY, (type, op, payload) -> frames.add(null));
            ByteBuffer bytes = ByteBuffer.allocate(4).putInt(length).flip();
            assertThrows(ProtocolError.class, () -> fresh.feed(bytes));
            assertEquals(0, fresh.held());
        }
        assertEquals(List.of(), frames);
    }

    @Test
    void aClaimedLength_isNotBelievedBeforeItsBytesCome() throws ProtocolError {
        reader.feed(
                ByteBuffer.allocate(9).putInt(Frames.MAX_BODY).put(new byte[5]).flip());
        assertTrue(reader.held() <= 8192, "held " + reader.held());
        reader.feed(ByteBuffer.wrap(new byte[20_000]));
        assertTrue(reader.held() <= 2 * 20_005, "held " + reader.held());
    }

    @Test
    void aStranger_mayOnlySayAsMuchAsAHello() {
        var stranger = new FrameReader(Frames.MAX_HELLO_BODY, (type, op, payload) -> {});
        byte[] bytes = frame(Frames.HELLO, 0, new byte[Frames.MAX_HELLO_BODY]);
        assertThrows(ProtocolError.class, () -> stranger.feed(ByteBuffer.wrap(bytes)));
    }

    @Test
    void randomBytes_giveFramesOrAProtocolError_andNothingElse() {
        var random = new Random(42);
        for (int round = 0; round < 3000; round++) {
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            if (bytes.length > 4 && random.nextBoolean()) {
                ByteBuffer.wrap(bytes).putInt(0, random.nextInt(bytes.length));
            }
            int[] fed = {0};
            var fuzzed =
                    new FrameReader(Frames.MAX_BODY, (type, op, payload) -> Reply.decode(type, payload, new byte[0]));
            try {
                fuzzed.feed(ByteBuffer.wrap(bytes));
            } catch (ProtocolError expected) {
                fed[0]++;
            }
            assertTrue(fuzzed.held() <= Math.max(4096, 2 * bytes.length));
        }
    }

    @Test
    void mutatedReplies_giveRepliesOrAProtocolError_andNothingElse() {
        var random = new Random(43);
        for (int round = 0; round < 20_000; round++) {
            byte[] payload = ReplyTest.examples()
                    .get(random.nextInt(ReplyTest.examples().size()))
                    .clone();
            int type = 0x81 + random.nextInt(5);
            for (int i = 0; i < 3 && payload.length > 0; i++) {
                payload[random.nextInt(payload.length)] = (byte) random.nextInt(256);
            }
            int length = random.nextInt(payload.length + 1);
            try {
                assertTrue(Reply.decode(type, ByteBuffer.wrap(payload, 0, length), new byte[0]) != null);
            } catch (ProtocolError expected) {
                assertTrue(expected.getMessage().length() < 40);
            }
        }
    }

    private void feed(byte[] stream, int size) throws ProtocolError {
        for (int from = 0; from < stream.length; from += size) {
            reader.feed(ByteBuffer.wrap(stream, from, Math.min(size, stream.length - from)));
        }
    }

    static byte[] frame(int type, int op, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .putInt(5 + payload.length)
                .put((byte) type)
                .putInt(op)
                .put(payload)
                .array();
    }

    static byte[] concat(byte[]... parts) {
        int size = 0;
        for (byte[] part : parts) {
            size += part.length;
        }
        ByteBuffer all = ByteBuffer.allocate(size);
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }
}
