package dev.sandgate.sandbox.model;

/**
 * Every way a domain operation can fail, with its code and category. A new one is one constant, and the compiler shows who
 * must answer for it: translators switch over it without a default.
 */
public enum Situation {
    BAD_ARGUMENT(FailureCode.INVALID_PARAMETER, FailureCategory.INVALID_PARAMETER),
    NOT_TEXT(FailureCode.INVALID_PARAMETER, FailureCategory.INVALID_PARAMETER),
    /** A file is too large to be read in one piece. */
    TOO_LARGE_TO_READ(FailureCode.INVALID_PARAMETER, FailureCategory.INVALID_PARAMETER),
    UNAUTHENTICATED(FailureCode.AUTHORIZATION_EXPIRED, FailureCategory.UNAUTHORIZED),
    FORBIDDEN(FailureCode.AUTHORIZATION_EXPIRED, FailureCategory.UNAUTHORIZED),
    /** Unknown, ended, or someone else's: one answer for all three. */
    SANDBOX_NOT_FOUND(FailureCode.INSTANCE_UNAVAILABLE, FailureCategory.NOT_FOUND),
    /** The call named no sandbox and the session has none yet. */
    NO_DEFAULT_SANDBOX(FailureCode.INSTANCE_UNAVAILABLE, FailureCategory.NOT_FOUND),
    /** The default sandbox ended since it was last used; its files are gone. */
    DEFAULT_SANDBOX_ENDED(FailureCode.INSTANCE_UNAVAILABLE, FailureCategory.NOT_FOUND),
    /** A stateless call named neither a sandbox nor a conversation. */
    NO_CONVERSATION(FailureCode.INVALID_PARAMETER, FailureCategory.INVALID_PARAMETER),
    FILE_NOT_FOUND(FailureCode.FAILED_OPERATION, FailureCategory.NOT_FOUND),
    /** Unknown, forgotten, or someone else's: one answer for all three. */
    TASK_NOT_FOUND(FailureCode.FAILED_OPERATION, FailureCategory.NOT_FOUND),
    CONFLICT(FailureCode.INVALID_PARAMETER, FailureCategory.CONFLICT),
    LIMIT_REACHED(FailureCode.LIMIT_EXCEEDED, FailureCategory.LIMIT),
    TOO_LARGE(FailureCode.LIMIT_EXCEEDED, FailureCategory.LIMIT),
    DISK_FULL(FailureCode.LIMIT_EXCEEDED, FailureCategory.LIMIT),
    UNSUPPORTED(FailureCode.FAILED_OPERATION, FailureCategory.UNSUPPORTED),
    PROVIDER_REJECTED(FailureCode.FAILED_OPERATION, FailureCategory.PROVIDER_REJECTED),
    PROVIDER_UNAVAILABLE(FailureCode.NETWORK_ERROR, FailureCategory.PROVIDER_UNAVAILABLE),
    TIMED_OUT(FailureCode.FAILED_OPERATION, FailureCategory.TIMEOUT),
    INTERNAL(FailureCode.UNKNOWN_ERROR, FailureCategory.INTERNAL);

    private final FailureCode code;
    private final FailureCategory category;

    Situation(FailureCode code, FailureCategory category) {
        this.code = code;
        this.category = category;
    }

    public FailureCode code() {
        return code;
    }

    public FailureCategory category() {
        return category;
    }
}
