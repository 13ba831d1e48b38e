package dev.sandgate.mcp.tool;

import java.util.Locale;

/** How a record component's name is spelled in JSON (C13). */
public enum Naming {
    /** The MCP view: {@code sandbox_id}. */
    SNAKE_CASE {
        @Override
        public String of(String component) {
            var name = new StringBuilder();
            for (int i = 0; i < component.length(); i++) {
                char c = component.charAt(i);
                if (Character.isUpperCase(c)) {
                    name.append('_');
                }
                name.append(c);
            }
            return name.toString().toLowerCase(Locale.ROOT);
        }
    },
    /** The REST view: {@code sandboxId}. */
    CAMEL_CASE {
        @Override
        public String of(String component) {
            return component;
        }
    };

    public abstract String of(String component);
}
