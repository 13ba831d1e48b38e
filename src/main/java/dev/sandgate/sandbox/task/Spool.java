package dev.sandgate.sandbox.task;

/**
 * The last bytes of what a task printed: a ring that grows as it is filled, up to its bound and as far as there is memory. Positions
 * count from the first byte ever printed. Not thread-safe.
 */
final class Spool {
    static final int FIRST = 4096;

    private final int most;
    private final Memory memory;
    private byte[] ring = new byte[0];
    private long start;
    private long end;

    Spool(int most, Memory memory) {
        this.most = most;
        this.memory = memory;
    }

    /** Position of the oldest byte that is kept. */
    long start() {
        return start;
    }

    /** How many bytes were ever printed. */
    long end() {
        return end;
    }

    void append(byte[] bytes) {
        growFor(bytes.length);
        int kept = Math.min(bytes.length, ring.length);
        end += bytes.length;
        start = Math.max(start, end - ring.length);
        copyIn(bytes, bytes.length - kept, end - kept, kept);
    }

    /** At most so many bytes from a position that is kept, or the end. */
    byte[] read(long from, int length) {
        byte[] bytes = new byte[(int) Math.min(length, end - from)];
        copyOut(from, bytes);
        return bytes;
    }

    /** Nothing more comes: keeps no more memory than is filled. */
    void seal() {
        resize((int) (end - start));
    }

    /** Drops all. */
    void discard() {
        start = end;
        resize(0);
    }

    private void growFor(int more) {
        long wanted = Math.min(most, end - start + more);
        if (wanted <= ring.length) {
            return;
        }
        if (ring.length == 0) {
            memory.takeAnyway(FIRST);
            ring = new byte[FIRST];
        }
        int size = (int) Math.min(most, Math.max(FIRST, Long.highestOneBit(wanted - 1) << 1));
        if (size > ring.length && memory.take(size - ring.length)) {
            ring = moved(size);
        }
    }

    private void resize(int size) {
        memory.give(ring.length - size);
        ring = moved(size);
    }

    private byte[] moved(int size) {
        byte[] kept = read(start, (int) (end - start));
        ring = new byte[size];
        copyIn(kept, 0, start, kept.length);
        return ring;
    }

    private void copyIn(byte[] bytes, int offset, long position, int length) {
        if (length > 0) {
            int at = (int) (position % ring.length);
            int first = Math.min(length, ring.length - at);
            System.arraycopy(bytes, offset, ring, at, first);
            System.arraycopy(bytes, offset + first, ring, 0, length - first);
        }
    }

    private void copyOut(long position, byte[] bytes) {
        if (bytes.length > 0) {
            int at = (int) (position % ring.length);
            int first = Math.min(bytes.length, ring.length - at);
            System.arraycopy(ring, at, bytes, 0, first);
            System.arraycopy(ring, 0, bytes, first, bytes.length - first);
        }
    }
}
