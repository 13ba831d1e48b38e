package dev.sandgate.mcp.tool;

import dev.sandgate.sandbox.model.Caller;

/** What a call knows besides its arguments. */
public interface CallContext {

    /** On whose behalf. */
    Caller caller();

    /** Stands in the log line, in error results and in the response header. */
    String requestId();

    /**
     * To be called before something large is taken into memory for the answer; given back when that has been sent.
     *
     * @throws dev.sandgate.sandbox.model.SandboxException LIMIT_REACHED when too many large answers are on their way
     */
    void reserve(int bytes);

    /** Tells the client how far the work is; goes nowhere when it gave no progress token. Values must increase. */
    void progress(double done, String message);
}
