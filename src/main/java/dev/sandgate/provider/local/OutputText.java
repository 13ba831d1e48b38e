package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.Output;
import java.nio.charset.StandardCharsets;

/**
 * Makes text of what a program printed. Bytes that are not UTF-8 become U+FFFD; where the middle is missing, no character is split
 * and one line says how much is missing.
 */
final class OutputText {
    private static final int LONGEST_CHARACTER = 4;

    private OutputText() {}

    static Output of(Reply.Stream stream) {
        byte[] head = stream.head();
        byte[] tail = stream.tail();
        long total = Math.max(stream.bytes(), (long) head.length + tail.length);
        if (total == head.length + (long) tail.length) {
            return new Output(text(join(head, tail), 0, head.length + tail.length), total, false);
        }
        int headEnd = wholeCharacters(head);
        int tailStart = firstCharacter(tail);
        long missing = total - headEnd - (tail.length - tailStart);
        String first = text(head, 0, headEnd);
        String line = (first.isEmpty() || first.endsWith("\n") ? "" : "\n") + "[… " + missing + " bytes left out …]\n";
        return new Output(first + line + text(tail, tailStart, tail.length - tailStart), total, true);
    }

    private static byte[] join(byte[] head, byte[] tail) {
        if (tail.length == 0) {
            return head;
        }
        byte[] whole = java.util.Arrays.copyOf(head, head.length + tail.length);
        System.arraycopy(tail, 0, whole, head.length, tail.length);
        return whole;
    }

    private static String text(byte[] bytes, int from, int count) {
        return new String(bytes, from, count, StandardCharsets.UTF_8);
    }

    /** How much of it ends with a whole character: a character that was only begun is left out. */
    static int wholeCharacters(byte[] bytes) {
        for (int back = 1; back < LONGEST_CHARACTER && back <= bytes.length; back++) {
            int value = bytes[bytes.length - back];
            if (!continuation(value)) {
                return length(value) > back ? bytes.length - back : bytes.length;
            }
        }
        return bytes.length;
    }

    /** Where the first character begins, after the rest of one that was begun before. */
    static int firstCharacter(byte[] bytes) {
        int start = 0;
        while (start < LONGEST_CHARACTER - 1 && start < bytes.length && continuation(bytes[start])) {
            start++;
        }
        return start;
    }

    private static boolean continuation(int value) {
        return (value & 0xC0) == 0x80;
    }

    private static int length(int first) {
        if ((first & 0xE0) == 0xC0) {
            return 2;
        }
        if ((first & 0xF0) == 0xE0) {
            return 3;
        }
        return (first & 0xF8) == 0xF0 ? 4 : 1;
    }
}
