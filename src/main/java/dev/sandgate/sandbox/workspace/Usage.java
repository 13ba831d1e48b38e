package dev.sandgate.sandbox.workspace;

import java.time.Duration;
import java.util.function.Supplier;

/** What surrounds each use of a sandbox: its life before, during and after. */
public interface Usage {

    /** Does the work, which is expected to take at most so long, and returns its result. */
    <T> T during(Duration atMost, Supplier<T> work);
}
