package dev.sandgate.sandbox.lifecycle;

import java.time.Duration;

/**
 * @param defaultTemplate {@code sandgate.sandbox.template}
 * @param maxLifetime {@code sandgate.sandbox.max-lifetime}, from the start of a sandbox
 */
public record LifecycleSettings(String defaultTemplate, Duration maxLifetime) {
    public LifecycleSettings {
        if (defaultTemplate.isBlank()) {
            throw new IllegalArgumentException("sandgate.sandbox.template");
        }
        if (maxLifetime.isNegative() || maxLifetime.isZero()) {
            throw new IllegalArgumentException("sandgate.sandbox.max-lifetime");
        }
    }
}
