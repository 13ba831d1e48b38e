package dev.sandgate.sandbox.model;

import java.util.regex.Pattern;

/** The configured name of a provider, as in {@code sandgate.provider.<id>.type}. */
public record ProviderId(String value) {
    private static final Pattern SHAPE = Pattern.compile("[a-z][a-z0-9-]{0,31}");

    public ProviderId {
        if (!SHAPE.matcher(value).matches()) {
            throw new IllegalArgumentException("provider");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
