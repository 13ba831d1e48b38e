package dev.sandgate.mcp.tool;

import java.util.Locale;

/** Tool groups, as named in {@code ?tools=} (C11). */
public enum Group {
    LIFECYCLE,
    EXEC,
    FILES,
    TASK,
    TRANSFER,
    BROWSER;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
