package dev.sandgate.sandbox.model;

import java.util.regex.Pattern;

/** A background task's name. Cannot exist in a wrong shape, so nobody downstream checks again. */
public record TaskId(String value) {
    private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

    public TaskId {
        if (!SHAPE.matcher(value).matches()) {
            throw new IllegalArgumentException("task id");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
