package dev.sandgate.blackbox;

import jakarta.json.JsonObject;

/** One sandbox of a test, named in every call and killed at the end. */
public final class Box implements AutoCloseable {

    private final Mcp mcp;
    private final String id;

    private Box(Mcp mcp, String id) {
        this.mcp = mcp;
        this.id = id;
    }

    public static Box create(Mcp mcp) {
        return new Box(
                mcp, mcp.call("create_sandbox", "timeout", 600).structured().getString("sandbox_id"));
    }

    public static Box create() {
        return create(Mcp.modern());
    }

    public String id() {
        return id;
    }

    /** The structured result of a tool in this sandbox. */
    public JsonObject of(String tool, Object... namesAndValues) {
        return ask(tool, namesAndValues).structured();
    }

    public Answer ask(String tool, Object... namesAndValues) {
        return mcp.call(tool, Json.merged(Json.object(namesAndValues), Json.object("sandbox_id", id)));
    }

    public JsonObject run(String command) {
        return of("run_command", "command", command);
    }

    public String stdout(String command) {
        return run(command).getString("stdout").strip();
    }

    @Override
    public void close() {
        mcp.call("kill_sandbox", "sandbox_id", id).structured();
    }
}
