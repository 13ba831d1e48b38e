package dev.sandgate.provider.local;

/**
 * What one sandbox may use.
 *
 * @param cpu cores
 * @param memoryMb for programs, MiB; files are counted apart
 * @param diskMb of its home directory, MiB
 */
record Shape(int cpu, int memoryMb, int diskMb, int pids) {
    static final int SHM_MB = 64;
    private static final int LEAST_TMP_MB = 64;
    private static final long MIB = 1 << 20;

    int tmpMb() {
        return Math.max(LEAST_TMP_MB, diskMb / 4);
    }

    /** Files in memory file systems count as memory: with less than this, a full disk would kill the sandbox. */
    long memoryBytes() {
        return (memoryMb + (long) diskMb + tmpMb() + SHM_MB) * MIB;
    }

    static long bytes(int megabytes) {
        return megabytes * MIB;
    }

    Shape with(int cpus, int memory) {
        return new Shape(cpus, memory, diskMb, pids);
    }
}
