package dev.sandgate.mcp.tool;

/**
 * What a model may ask for. One application-scoped bean a tool; the catalogue collects them and derives the input schema from
 * the argument record.
 *
 * @param <A> the argument record; its components carry {@link Describe}, {@link Default} and Bean Validation constraints,
 *     inside an Optional where there is one: {@code Optional<@Positive Integer> cpu}
 */
public interface Tool<A extends Record> {

    Card card();

    /**
     * Blocks until the work is done. Runs on a thread of its own, which is interrupted when the client cancels. Throws {@link
     * dev.sandgate.sandbox.model.SandboxException} when the tool could not do its work.
     */
    Result call(A arguments, CallContext context);
}
