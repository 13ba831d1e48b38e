package dev.sandgate.sandbox.model;

import java.util.Optional;

/**
 * Which sandboxes to list (L2). Order: newest first, so that a page is stable while nothing is created.
 *
 * @param status empty: every state that is not terminal
 * @param limit 1–100
 * @param offset 0 and up
 */
public record SandboxQuery(Optional<SandboxStatus> status, int limit, int offset, Optional<String> region) {
    public static final int MAX_LIMIT = 100;

    public SandboxQuery {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit");
        }
        if (offset < 0) {
            throw new IllegalArgumentException("offset");
        }
    }
}
