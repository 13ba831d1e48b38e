package dev.sandgate.sandbox.model;

import java.util.Locale;

/** The closed list of failure categories (L8). */
public enum FailureCategory {
    INVALID_PARAMETER,
    UNAUTHORIZED,
    NOT_FOUND,
    CONFLICT,
    LIMIT,
    UNSUPPORTED,
    PROVIDER_REJECTED,
    PROVIDER_UNAVAILABLE,
    TIMEOUT,
    INTERNAL;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
