package dev.sandgate.sandbox.model;

/** The one exception of the domain. Carries a {@link Failure}; never a foreign cause or a foreign text. */
public final class SandboxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    public SandboxException(Failure failure) {
        super(failure.situation().name());
        this.failure = failure;
    }

    public static SandboxException of(Situation situation) {
        return new SandboxException(Failure.of(situation));
    }

    public static SandboxException badArgument(String field) {
        return new SandboxException(Failure.of(Situation.BAD_ARGUMENT).at(field));
    }

    public Failure failure() {
        return failure;
    }
}
