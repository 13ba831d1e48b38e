package dev.sandgate.mcp.server;

import jakarta.json.JsonObject;

/**
 * The way back to whoever asked; one message goes to exactly one of them (E8). Undecided between one body and an event stream until
 * the first byte. Thread-safe. What comes after the end is dropped.
 */
public interface Reply {

    /** Stands in the response header, in the log line and in error results. */
    String requestId();

    /** Whether the client takes an event stream. */
    boolean canStream();

    /**
     * Sets memory aside for an answer of about that size, until it has been sent.
     *
     * @return false when too much is being answered, or this has been
     */
    boolean reserve(int bytes);

    /**
     * Sends a message as an event, opening the stream before the first one.
     *
     * @return false when the client is gone
     */
    boolean event(JsonObject message);

    /**
     * Sends a sign of life that means nothing to a reader: a comment of the event stream, or, for a client that takes none, white space
     * before its JSON. Opens the answer before the first one; skipped while something else is being sent.
     *
     * @return false when the client is gone
     */
    boolean keepAlive();

    /** The last word: the first call counts. Never waits for another thread's sending. */
    void end(Answer answer);
}
