package dev.sandgate.mcp.tool;

/** A tool is wrong as it was written. Thrown while the catalogue is built, so that the deployment fails instead of a call. */
public final class ToolDefect extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public ToolDefect(String message) {
        super(message);
    }
}
