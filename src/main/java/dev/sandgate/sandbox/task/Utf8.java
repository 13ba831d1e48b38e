package dev.sandgate.sandbox.task;

/** Where characters begin and end in bytes that should be UTF-8. */
final class Utf8 {
    /** The longest character has one byte more. */
    static final int MOST_CONTINUING = 3;

    private Utf8() {}

    static boolean continues(byte b) {
        return (b & 0xc0) == 0x80;
    }

    /** How many bytes a character has that begins so; 1 for what begins none. */
    private static int length(byte first) {
        int bits = first & 0xff;
        if (bits >= 0xc2 && bits <= 0xdf) {
            return 2;
        }
        if (bits >= 0xe0 && bits <= 0xef) {
            return 3;
        }
        return bits >= 0xf0 && bits <= 0xf4 ? 4 : 1;
    }

    /** How many bytes belong to the character that begins there, or would be one were it not broken. */
    static int extent(byte[] bytes, int at) {
        int most = Math.min(bytes.length - at, length(bytes[at]));
        int extent = 1;
        while (extent < most && continues(bytes[at + extent])) {
            extent++;
        }
        return extent;
    }

    /** How many of the last bytes begin a character that is not complete; 0–3. */
    static int incompleteTail(byte[] bytes, int length) {
        for (int tail = 1; tail <= MOST_CONTINUING && tail <= length; tail++) {
            byte b = bytes[length - tail];
            if (!continues(b)) {
                return length(b) > tail ? tail : 0;
            }
        }
        return 0;
    }
}
