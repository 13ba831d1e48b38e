package dev.sandgate.sandbox.model;

/**
 * Some bytes of a file. Whoever receives it owns the array.
 *
 * @param offset of the first byte
 * @param size of the whole file
 */
public record FileSlice(byte[] bytes, long offset, long size) {
    public boolean reachesEnd() {
        return offset + bytes.length >= size;
    }
}
