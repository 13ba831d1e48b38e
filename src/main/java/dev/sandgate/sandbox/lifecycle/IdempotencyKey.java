package dev.sandgate.sandbox.lifecycle;

/** A caller's own name for one creation: 1–255 characters. */
public record IdempotencyKey(String value) {
    public static final int MAX_LENGTH = 255;

    public IdempotencyKey {
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("idempotency_key");
        }
    }
}
