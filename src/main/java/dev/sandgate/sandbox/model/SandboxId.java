package dev.sandgate.sandbox.model;

import java.util.regex.Pattern;

/** A sandbox's name at its provider. Cannot exist in a wrong shape, so nobody downstream checks again. */
public record SandboxId(String value) {
    private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

    public SandboxId {
        if (!SHAPE.matcher(value).matches()) {
            throw new IllegalArgumentException("sandbox id");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
