package dev.sandgate.bench;

import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.Callable;

/** Durations of one thing done many times, sorted, in milliseconds. */
record Samples(double[] sorted) {

    static Samples ofNanos(long[] nanos) {
        return new Samples(
                Arrays.stream(nanos).mapToDouble(n -> n / 1e6).sorted().toArray());
    }

    static Samples ofMillis(Collection<Double> millis) {
        return new Samples(
                millis.stream().mapToDouble(Double::doubleValue).sorted().toArray());
    }

    /** Does it so many times, one after the other. */
    static Samples of(int times, Callable<?> work) throws Exception {
        return of(times, work, () -> null);
    }

    /** The same, with something in between that does not count. */
    static Samples of(int times, Callable<?> work, Callable<?> between) throws Exception {
        var nanos = new long[times];
        for (int i = 0; i < times; i++) {
            long began = System.nanoTime();
            work.call();
            nanos[i] = System.nanoTime() - began;
            between.call();
        }
        return ofNanos(nanos);
    }

    double median() {
        return at(0.5);
    }

    double p99() {
        return at(0.99);
    }

    private double at(double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    }
}
