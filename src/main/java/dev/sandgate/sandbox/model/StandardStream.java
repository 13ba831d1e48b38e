package dev.sandgate.sandbox.model;

/** Where a program printed something. */
public enum StandardStream {
    STDOUT,
    STDERR
}
