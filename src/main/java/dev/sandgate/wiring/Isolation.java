package dev.sandgate.wiring;

/** How strongly sandboxes are kept apart on this machine, for the screen at the end of start-up. */
@FunctionalInterface
public interface Isolation {
    /** The tier's word: {@code namespaces+cgroups}, {@code namespaces+rlimits}. */
    String tier();
}
