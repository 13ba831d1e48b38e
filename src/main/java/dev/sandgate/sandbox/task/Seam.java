package dev.sandgate.sandbox.task;

import java.util.Arrays;

/**
 * Moves the cuts between the pieces of one stream to where no character is cut, so that pieces of two streams can be put one after
 * the other. Holds up to three bytes back. Not thread-safe.
 */
final class Seam {
    private byte[] held = new byte[0];

    /** The piece, with what was held back before it and without the beginning of a character at its end. */
    byte[] next(byte[] piece) {
        byte[] all = held.length == 0 ? piece : join(held, piece);
        int tail = Utf8.incompleteTail(all, all.length);
        held = Arrays.copyOfRange(all, all.length - tail, all.length);
        return tail == 0 ? all : Arrays.copyOf(all, all.length - tail);
    }

    /** What is still held back; nothing more comes. */
    byte[] rest() {
        byte[] rest = held;
        held = new byte[0];
        return rest;
    }

    private static byte[] join(byte[] first, byte[] second) {
        byte[] joined = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, joined, first.length, second.length);
        return joined;
    }
}
