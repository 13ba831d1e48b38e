package dev.sandgate.mcp.server;

import dev.sandgate.mcp.tool.CallContext;
import java.util.concurrent.CompletableFuture;

/**
 * What is done in a call.
 *
 * @param <T> what it comes to
 */
interface Work<T> {

    /** In log lines and in signs of life. */
    String name();

    /** May block, and may throw what it fails with; interrupted when the call is cancelled, and so is the future. */
    CompletableFuture<T> begin(CallContext context);

    /** How the client is told what it came to. What is thrown here is a defect, and a failure of the work. */
    Ending given(T result);

    /** How the client is told that it failed. */
    Ending told(Throwable thrown, CallContext context);
}
