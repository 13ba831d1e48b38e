package dev.sandgate.sandbox.model;

/** An error that the user's own code raised: its name, its message, and the interpreter's traceback. */
public record CodeError(String name, String value, String traceback) {}
