package dev.sandgate.mcp.tool;

/** Tells a model that its call failed. Implemented by {@code tools.outcome}. */
public interface FailureTeller {

    /** A result with {@code isError} for anything that a tool threw; nothing of a foreign exception's text is in it (L8). */
    Told tell(Throwable thrown, CallContext context);

    /**
     * @param outcome one word for the log line: the failure category
     * @param advice what the result says, for where there is no result
     */
    record Told(Result result, String outcome, String advice) {}
}
