package dev.sandgate.sandbox.model;

/** The error codes of requirement C9. */
public enum FailureCode {
    LIMIT_EXCEEDED,
    INVALID_PARAMETER,
    AUTHORIZATION_EXPIRED,
    FAILED_OPERATION,
    NETWORK_ERROR,
    INSTANCE_UNAVAILABLE,
    UNKNOWN_ERROR;

    /** As clients see it. */
    public String word() {
        return "SANDBOX_" + name();
    }
}
