package dev.sandgate.mcp.tool;

import dev.sandgate.sandbox.model.Caller;

/** A call by nobody in particular, without a progress token. */
public record TestContext(Caller caller, String requestId) implements CallContext {
    public static final TestContext PLAIN =
            new TestContext(new Caller(Caller.LOCAL_TENANT, new Caller.Stateless()), "req-1");

    @Override
    public void reserve(int bytes) {
        // There is room.
    }

    @Override
    public void progress(double done, String message) {
        // Goes nowhere: no token was given.
    }
}
