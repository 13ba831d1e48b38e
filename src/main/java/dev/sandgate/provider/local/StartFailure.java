package dev.sandgate.provider.local;

/** The provider cannot start; the message is one line for the operator and names the key or the remedy. */
public final class StartFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StartFailure(String message) {
        super(message);
    }

    StartFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
