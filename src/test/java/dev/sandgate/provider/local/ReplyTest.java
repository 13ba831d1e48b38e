package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplyTest {

    /** A payload of each kind, in the order of their types from RAN on. */
    static List<byte[]> examples() {
        return List.of(
                bytes(ByteBuffer.allocate(200)
                        .put((byte) 3)
                        .putInt(-1)
                        .putLong(5)
                        .putLong(0)
                        .putInt(2)
                        .put(ascii("he"))
                        .putInt(1)
                        .put(ascii("o"))
                        .putInt(0)
                        .putInt(0)
                        .putInt(4)
                        .put(ascii("/tmp"))),
                bytes(ByteBuffer.allocate(100).putLong(10).putInt(3).put(ascii("abc"))),
                bytes(ByteBuffer.allocate(8).putLong(7)),
                bytes(ByteBuffer.allocate(100)
                        .put((byte) 1)
                        .putInt(1)
                        .putInt(1)
                        .put(ascii("x"))
                        .put((byte) 'f')
                        .putLong(3)
                        .putLong(1000)),
                bytes(ByteBuffer.allocate(100)
                        .put((byte) 'd')
                        .putLong(0)
                        .putLong(-5)
                        .putInt(0755)));
    }

    @Test
    void everyKind_isRead() throws ProtocolError {
        var ran = (Reply.Ran) decode(Frames.RAN, 0);
        assertTrue(ran.timedOut());
        assertEquals(Optional.of("/tmp"), ran.spill());
        assertArrayEquals(ascii("o"), ran.out().tail());
        assertArrayEquals(ascii("abc"), ((Reply.Data) decode(Frames.DATA, 1)).bytes());
        assertEquals(7, ((Reply.Done) decode(Frames.DONE, 2)).value());
        var listing = (Reply.Listing) decode(Frames.LISTING, 3);
        assertTrue(listing.truncated());
        assertEquals(3, listing.entries().get(0).size());
        assertEquals('d', ((Reply.Status) decode(Frames.STATUS, 4)).kind());
    }

    @Test
    void aMissingByte_orOneTooMany_isAnError() {
        for (int kind = 0; kind < examples().size(); kind++) {
            byte[] whole = examples().get(kind);
            int type = Frames.RAN + kind;
            for (int length = 0; length < whole.length; length++) {
                ByteBuffer cut = ByteBuffer.wrap(whole, 0, length);
                assertThrows(ProtocolError.class, () -> Reply.decode(type, cut, new byte[0]));
            }
            ByteBuffer longer = ByteBuffer.wrap(FrameReaderTest.concat(whole, new byte[1]));
            assertThrows(ProtocolError.class, () -> Reply.decode(type, longer, new byte[0]));
        }
    }

    @Test
    void countsThatLie_areErrors() {
        ByteBuffer listing =
                ByteBuffer.allocate(5).put((byte) 0).putInt(Integer.MAX_VALUE).flip();
        assertThrows(ProtocolError.class, () -> Reply.decode(Frames.LISTING, listing, new byte[0]));
        ByteBuffer data = ByteBuffer.allocate(12).putLong(1).putInt(-1).flip();
        assertThrows(ProtocolError.class, () -> Reply.decode(Frames.DATA, data, new byte[0]));
        ByteBuffer done = ByteBuffer.allocate(8).putLong(-1).flip();
        assertThrows(ProtocolError.class, () -> Reply.decode(Frames.DONE, done, new byte[0]));
    }

    private static Reply decode(int type, int example) throws ProtocolError {
        return Reply.decode(type, ByteBuffer.wrap(examples().get(example)), new byte[0]);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] copy = new byte[buffer.flip().remaining()];
        buffer.get(copy);
        return copy;
    }
}
