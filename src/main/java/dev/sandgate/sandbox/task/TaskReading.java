package dev.sandgate.sandbox.task;

/** A task and a piece of its output, of the same moment. */
public record TaskReading(TaskState state, OutputPiece piece) {}
