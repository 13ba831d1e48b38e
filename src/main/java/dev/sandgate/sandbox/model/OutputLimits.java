package dev.sandgate.sandbox.model;

/**
 * How much of a program's output is kept.
 *
 * @param shownBytes of each stream, head and tail together; the rest is only counted
 * @param fileBytes how much of the whole output (both streams, in order) a file in the sandbox may hold
 */
public record OutputLimits(int shownBytes, long fileBytes) {
    public static final int MAX_SHOWN = 262_144;

    public OutputLimits {
        if (shownBytes < 2 || shownBytes > MAX_SHOWN) {
            throw new IllegalArgumentException("output limit");
        }
        if (fileBytes < 0) {
            throw new IllegalArgumentException("output file limit");
        }
    }
}
