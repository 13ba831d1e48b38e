package dev.sandgate.provider.local;

/** How strongly this machine lets sandboxes be kept apart; weakest first. */
public enum IsolationTier {
    /** Namespaces and a system call filter; memory and cpu are not limited by the kernel. */
    NAMESPACES_RLIMITS("namespaces+rlimits"),
    /** The same, and control groups limit memory, cpu and processes. */
    NAMESPACES_CGROUPS("namespaces+cgroups");

    private final String word;

    IsolationTier(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    public boolean meets(IsolationTier minimum) {
        return compareTo(minimum) >= 0;
    }

    /** @throws IllegalArgumentException when the word is none of the tiers' */
    public static IsolationTier parse(String word) {
        for (IsolationTier tier : values()) {
            if (tier.word.equals(word)) {
                return tier;
            }
        }
        throw new IllegalArgumentException("isolation tier");
    }
}
