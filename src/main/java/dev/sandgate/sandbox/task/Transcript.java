package dev.sandgate.sandbox.task;

import dev.sandgate.sandbox.model.StandardStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a task printed, both streams in order, as text that is read by byte cursor. No piece cuts a character; bytes that are no
 * character are U+FFFD. Not thread-safe.
 */
final class Transcript {
    private final Spool spool;
    private final Map<StandardStream, Seam> seams = new EnumMap<>(StandardStream.class);

    Transcript(Spool spool) {
        this.spool = spool;
        for (StandardStream stream : StandardStream.values()) {
            seams.put(stream, new Seam());
        }
    }

    /** Whether there is more to read than before. */
    boolean append(StandardStream stream, byte[] bytes) {
        byte[] whole = seams.get(stream).next(bytes);
        spool.append(whole);
        return whole.length > 0;
    }

    /** Nothing more comes. */
    void seal() {
        seams.values().forEach(seam -> spool.append(seam.rest()));
        spool.seal();
    }

    /** Forgets all of it. */
    void discard() {
        spool.discard();
    }

    /** Where it ends now: a cursor beyond means this. */
    long end() {
        return spool.end();
    }

    /** The bytes of a piece, to be made into text elsewhere. */
    Cut cut(long cursor, int limit) {
        long asked = Math.min(cursor, spool.end());
        long from = Math.max(asked, spool.start());
        byte[] bytes = spool.read(from, limit + 2 * Utf8.MOST_CONTINUING);
        int skipped = from > asked ? continuing(bytes) : 0;
        int length = length(bytes, skipped, limit);
        return new Cut(bytes, skipped, length, from, from + skipped - asked, spool.end());
    }

    /** What is left of a character whose beginning is gone. */
    private static int continuing(byte[] bytes) {
        int count = 0;
        while (count < Utf8.MOST_CONTINUING && count < bytes.length && Utf8.continues(bytes[count])) {
            count++;
        }
        return count;
    }

    /** How far a piece reaches: as far as the limit lets it, but at least one whole character. */
    private static int length(byte[] bytes, int skipped, int limit) {
        if (bytes.length - skipped <= limit) {
            return bytes.length;
        }
        int length = skipped + limit;
        int whole = length - Utf8.incompleteTail(bytes, length);
        return whole > skipped ? whole : skipped + Utf8.extent(bytes, skipped);
    }

    /** @param from position of the first of the bytes, of which the skipped ones are not shown and those past the length come later */
    record Cut(byte[] bytes, int skipped, int length, long from, long dropped, long end) {

        OutputPiece piece() {
            long next = from + length;
            String text = new String(bytes, skipped, length - skipped, StandardCharsets.UTF_8);
            return new OutputPiece(text, next, next < end, dropped);
        }
    }
}
