package dev.sandgate.sandbox.task;

/**
 * A piece of what a task printed.
 *
 * @param nextCursor where the following piece begins, in bytes
 * @param more the following piece can be read now
 * @param droppedBytes between the cursor asked for and the beginning of this piece
 */
public record OutputPiece(String text, long nextCursor, boolean more, long droppedBytes) {}
