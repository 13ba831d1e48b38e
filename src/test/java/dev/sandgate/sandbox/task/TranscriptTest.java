package dev.sandgate.sandbox.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.StandardStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text by byte cursor, whatever the sizes of pieces and readings (L1, L11, case 30). */
class TranscriptTest {
    private static final String CHARACTERS = "aé☕😀\n\u0000zß漢\u200d";
    private final Memory memory = new Memory(1 << 30, () -> false);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void piecesOfText_joinedAreTheText(long seed) {
        var random = new Random(seed);
        byte[] all = text(random, 20_000).getBytes(UTF_8);
        assertEquals(new String(all, UTF_8), readWhilePrinting(random, all));
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void piecesOfAnyBytes_joinedAreWhatOneReadingWouldBe(long seed) {
        var random = new Random(seed);
        byte[] all = new byte[20_000];
        random.nextBytes(all);
        assertEquals(new String(all, UTF_8), readWhilePrinting(random, all));
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23, 24, 25})
    void twoStreamsAtOnce_cutNoCharacterOfEachOther(long seed) {
        var random = new Random(seed);
        var transcript = new Transcript(new Spool(1 << 20, memory));
        byte[] out = text(random, 5_000).getBytes(UTF_8);
        byte[] err = text(random, 5_000).getBytes(UTF_8);
        int outAt = 0;
        int errAt = 0;
        while (outAt < out.length || errAt < err.length) {
            int length = 1 + random.nextInt(7);
            if (random.nextBoolean()) {
                transcript.append(StandardStream.STDOUT, slice(out, outAt, length));
                outAt += length;
            } else {
                transcript.append(StandardStream.STDERR, slice(err, errAt, length));
                errAt += length;
            }
        }
        transcript.seal();

        String read = transcript.cut(0, 1 << 20).piece().text();

        assertFalse(read.contains("\ufffd"));
        assertEquals(out.length + err.length, read.getBytes(UTF_8).length);
    }

    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33, 34, 35, 36, 37, 38})
    void droppedBytes_areCountedToTheByte(long seed) {
        var random = new Random(seed);
        byte[] all = text(random, 30_000).getBytes(UTF_8);
        var transcript = new Transcript(new Spool(Spool.FIRST + random.nextInt(500), memory));
        long cursor = 0;
        for (int at = 0; at < all.length; ) {
            int length = 1 + random.nextInt(9_000);
            transcript.append(StandardStream.STDOUT, slice(all, at, length));
            at += length;
            while (random.nextInt(3) > 0) {
                cursor = assertTrueReading(transcript, all, cursor, 1 + random.nextInt(3_000));
            }
        }
        transcript.seal();
        var piece = transcript.cut(0, 1 << 20).piece();
        assertTrue(piece.droppedBytes() > 0);
        assertEquals(all.length, piece.nextCursor());
        assertTrue(new String(all, UTF_8).endsWith(piece.text()));
    }

    @Test
    void limitBelowOneCharacter_givesThatCharacter() {
        var transcript = printed("☕é");
        var first = transcript.cut(0, 1).piece();
        assertEquals(new OutputPiece("☕", 3, true, 0), first);
        assertEquals(
                new OutputPiece("é", 5, false, 0),
                transcript.cut(first.nextCursor(), 1).piece());
    }

    @Test
    void halfCharacter_waitsForItsRest() {
        var transcript = printed("a");
        assertFalse(transcript.append(StandardStream.STDOUT, new byte[] {(byte) 0xc3}));
        assertEquals(new OutputPiece("a", 1, false, 0), transcript.cut(0, 10).piece());
        assertTrue(transcript.append(StandardStream.STDOUT, new byte[] {(byte) 0xa9}));
        assertEquals(new OutputPiece("é", 3, false, 0), transcript.cut(1, 10).piece());
    }

    @Test
    void halfCharacterAtTheEnd_isShownAsBroken() {
        var transcript = printed("a");
        transcript.append(StandardStream.STDERR, new byte[] {(byte) 0xe2, (byte) 0x98});
        transcript.seal();
        assertEquals(
                new OutputPiece("a\ufffd", 3, false, 0), transcript.cut(0, 10).piece());
    }

    @Test
    void cursorPastTheEnd_readsNothingAndGoesOnAtTheEnd() {
        assertEquals(
                new OutputPiece("", 3, false, 0),
                printed("abc").cut(1L << 60, 10).piece());
    }

    @Test
    void cursorInsideACharacter_isAnsweredWithoutLossOfTheRest() {
        assertEquals(
                new OutputPiece("\ufffd\ufffdx", 4, false, 0),
                printed("☕x").cut(1, 10).piece());
    }

    @Test
    void quietTask_takesNoMemory_andAnEndedOneWhatItPrinted() {
        var transcript = new Transcript(new Spool(1 << 20, memory));
        assertEquals(0, memory.used());
        transcript.append(StandardStream.STDOUT, "abc".getBytes(UTF_8));
        assertEquals(Spool.FIRST, memory.used());
        transcript.append(StandardStream.STDOUT, new byte[3 << 20]);
        assertEquals(1 << 20, memory.used());
        transcript.seal();
        assertEquals(1 << 20, memory.used());
        transcript.discard();
        assertEquals(0, memory.used());
        var small = printed("abc");
        small.seal();
        assertEquals(3, memory.used());
    }

    @Test
    void memoryOfAll_isNeverExceededByMoreThanTheFirstStep() {
        var tight = new Memory(20_000, () -> false);
        var one = new Transcript(new Spool(1 << 20, tight));
        var two = new Transcript(new Spool(1 << 20, tight));
        byte[] much = text(new Random(5), 50_000).getBytes(UTF_8);
        one.append(StandardStream.STDOUT, slice(much, 0, 9_000));
        two.append(StandardStream.STDOUT, much);
        one.append(StandardStream.STDOUT, slice(much, 9_000, 9_000));
        assertTrue(tight.used() <= 20_000 + 2 * Spool.FIRST, () -> "" + tight.used());
        assertTrueReading(one, much, 0, 1 << 20);
        assertTrueReading(two, much, 0, 1 << 20);
    }

    private Transcript printed(String text) {
        var transcript = new Transcript(new Spool(1 << 20, memory));
        transcript.append(StandardStream.STDOUT, text.getBytes(UTF_8));
        return transcript;
    }

    /** Reads as it is printed, and to the end then; nothing is dropped. */
    private String readWhilePrinting(Random random, byte[] all) {
        var transcript = new Transcript(new Spool(1 << 20, memory));
        var read = new StringBuilder();
        long cursor = 0;
        for (int at = 0; at < all.length; ) {
            int length = random.nextInt(random.nextBoolean() ? 8 : 2_000);
            transcript.append(StandardStream.STDOUT, slice(all, at, length));
            at += length;
            if (random.nextBoolean()) {
                var piece = transcript.cut(cursor, 1 + random.nextInt(1_000)).piece();
                read.append(piece.text());
                cursor = piece.nextCursor();
            }
        }
        transcript.seal();
        OutputPiece piece;
        do {
            int limit = 1 + random.nextInt(random.nextBoolean() ? 6 : 500);
            piece = transcript.cut(cursor, limit).piece();
            assertTrue(piece.nextCursor() > cursor, "a reading that gets nowhere");
            assertTrue(piece.nextCursor() - cursor <= Math.max(limit, 4));
            assertEquals(0, piece.droppedBytes());
            read.append(piece.text());
            cursor = piece.nextCursor();
        } while (piece.more());
        assertEquals(all.length, cursor);
        return read.toString();
    }

    /** Whole characters from where it says to where it says. */
    private static long assertTrueReading(Transcript transcript, byte[] all, long cursor, int limit) {
        var piece = transcript.cut(cursor, limit).piece();
        int from = (int) (cursor + piece.droppedBytes());
        assertEquals(new String(all, from, (int) piece.nextCursor() - from, UTF_8), piece.text());
        assertFalse(piece.text().contains("\ufffd"));
        assertEquals(piece.nextCursor() < transcript.end(), piece.more());
        return piece.nextCursor();
    }

    private static String text(Random random, int characters) {
        var text = new StringBuilder();
        int[] all = CHARACTERS.codePoints().toArray();
        for (int i = 0; i < characters; i++) {
            text.appendCodePoint(all[random.nextInt(all.length)]);
        }
        return text.toString();
    }

    private static byte[] slice(byte[] bytes, int from, int length) {
        int begin = Math.min(from, bytes.length);
        return Arrays.copyOfRange(bytes, begin, Math.min(bytes.length, begin + length));
    }
}
