package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.JsonText;
import jakarta.json.JsonObject;

/** What the server says about itself. */
final class ServerCard {
    private static final String INSTRUCTIONS = """
            Sandgate gives you disposable, isolated Linux sandboxes. You need not create one: the first tool that runs or \
            writes something makes your default sandbox. Relative paths start at /home/user. run_command starts a new shell \
            each time; run_code keeps the state of its interpreter between calls. Long output is cut in the middle; \
            full_output_path says where all of it is. start_task is for what shall run on after the call; get_task follows it. \
            A sandbox ends by itself, and its files with it; using it gives it more time, set_sandbox_timeout sets how much. \
            A stateless call without a conversation has no default: call create_sandbox and pass its sandbox_id on.""";

    private static final JsonObject CAPABILITIES = JsonText.object()
            .add("tools", JsonText.object().add("listChanged", false))
            .add("resources", JsonText.object())
            .build();

    private static final JsonObject MODERN_CAPABILITIES = JsonText.object(CAPABILITIES)
            .add("extensions", JsonText.object().add(Tasks.EXTENSION, JsonText.object()))
            .build();

    private final JsonObject info;

    ServerCard(String version) {
        info = JsonText.object()
                .add("name", "sandgate")
                .add("title", "Sandgate")
                .add("version", version)
                .build();
    }

    JsonObject info() {
        return info;
    }

    /** Result of {@code initialize} (E5). */
    JsonObject welcome(String revision) {
        return JsonText.object()
                .add("protocolVersion", revision)
                .add("capabilities", CAPABILITIES)
                .add("serverInfo", info)
                .add("instructions", INSTRUCTIONS)
                .build();
    }

    /** Result of {@code server/discover} (M14). */
    JsonObject discovery() {
        var revisions = JsonText.array();
        Revisions.ALL.forEach(revisions::add);
        return JsonText.object()
                .add("supportedVersions", revisions)
                .add("capabilities", MODERN_CAPABILITIES)
                .add("instructions", INSTRUCTIONS)
                .build();
    }
}
