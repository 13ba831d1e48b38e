package dev.sandgate.mcp.tool;

import java.util.concurrent.CompletableFuture;

/**
 * A tool that waits for something to happen and holds no thread meanwhile.
 *
 * @param <A> the argument record
 */
public interface WaitingTool<A extends Record> extends Tool<A> {

    /**
     * Returns at once. Whoever completes the future lends its thread for an instant only. It is cancelled when the client cancels. What
     * is thrown here, and what it is completed with, tells failures as {@link Tool#call} does.
     */
    CompletableFuture<Result> begin(A arguments, CallContext context);

    @Override
    default Result call(A arguments, CallContext context) {
        return begin(arguments, context).join();
    }
}
