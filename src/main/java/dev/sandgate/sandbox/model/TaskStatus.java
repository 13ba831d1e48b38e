package dev.sandgate.sandbox.model;

/** What became of a background task. All but RUNNING are final. */
public enum TaskStatus {
    RUNNING,
    /** By itself; only then there is an exit code. */
    EXITED,
    TIMED_OUT,
    /** Ended on request, or with its sandbox. */
    CANCELLED,
    /** How it ended is not known. */
    LOST
}
