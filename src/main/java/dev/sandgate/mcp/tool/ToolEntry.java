package dev.sandgate.mcp.tool;

import jakarta.json.JsonObject;
import jakarta.validation.Validator;

/** A tool as the catalogue holds it: the bean, its derived schemas, its description. Immutable and thread-safe. */
public final class ToolEntry {

    private ToolEntry() {}

    /**
     * @param tool may be a client proxy
     * @param beanClass the class that the tool's file declares; the argument record is found through its generic interface
     * @throws ToolDefect when the tool is wrong as it was written
     */
    public static ToolEntry of(Tool<?> tool, Class<?> beanClass, Validator validator) {
        throw new UnsupportedOperationException();
    }

    public String name() {
        throw new UnsupportedOperationException();
    }

    public Group group() {
        throw new UnsupportedOperationException();
    }

    /** The element of {@code tools/list}: the same object every time, in both eras. */
    public JsonObject describe() {
        throw new UnsupportedOperationException();
    }

    /**
     * Binds, validates, calls.
     *
     * @param arguments {@code params.arguments}, an empty object when the request had none
     * @throws dev.sandgate.sandbox.model.SandboxException for a bad argument and whatever the tool throws
     */
    public Result call(JsonObject arguments, CallContext context) {
        throw new UnsupportedOperationException();
    }
}
