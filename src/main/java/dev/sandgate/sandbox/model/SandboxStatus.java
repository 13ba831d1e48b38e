package dev.sandgate.sandbox.model;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Where a sandbox is in its life, with the transition table. */
public enum SandboxStatus {
    CREATING,
    RUNNING,
    PAUSED,
    STOPPING,
    STOPPED,
    ERROR;

    /** The word of the contract: the constant in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException when the word is none of the contract's */
    public static SandboxStatus parse(String word) {
        for (SandboxStatus status : values()) {
            if (status.word().equals(word)) {
                return status;
            }
        }
        throw new IllegalArgumentException("status");
    }

    public boolean terminal() {
        return this == STOPPED || this == ERROR;
    }

    public boolean canBecome(SandboxStatus next) {
        return successors().contains(next);
    }

    private Set<SandboxStatus> successors() {
        return switch (this) {
            case CREATING -> EnumSet.of(RUNNING, STOPPING, STOPPED, ERROR);
            case RUNNING -> EnumSet.of(PAUSED, STOPPING, STOPPED, ERROR);
            case PAUSED -> EnumSet.of(RUNNING, STOPPING, STOPPED, ERROR);
            case STOPPING -> EnumSet.of(STOPPED, ERROR);
            case STOPPED, ERROR -> EnumSet.noneOf(SandboxStatus.class);
        };
    }
}
