package dev.sandgate.tools.all;

import dev.sandgate.mcp.tool.PlatformValidator;
import dev.sandgate.mcp.tool.Tool;
import dev.sandgate.mcp.tool.ToolEntry;
import dev.sandgate.sandbox.conversation.House;
import dev.sandgate.sandbox.task.TaskRoom;
import dev.sandgate.tools.exec.RunCode;
import dev.sandgate.tools.exec.RunCommand;
import dev.sandgate.tools.files.FileExists;
import dev.sandgate.tools.files.ListFiles;
import dev.sandgate.tools.files.MakeDirectory;
import dev.sandgate.tools.files.ReadFile;
import dev.sandgate.tools.files.RemoveFile;
import dev.sandgate.tools.files.WriteFile;
import dev.sandgate.tools.lifecycle.CreateSandbox;
import dev.sandgate.tools.lifecycle.GetSandbox;
import dev.sandgate.tools.lifecycle.KillSandbox;
import dev.sandgate.tools.lifecycle.ListSandboxes;
import dev.sandgate.tools.lifecycle.SetSandboxTimeout;
import dev.sandgate.tools.task.CancelTask;
import dev.sandgate.tools.task.GetTask;
import dev.sandgate.tools.task.StartTask;
import dev.sandgate.tools.transfer.DownloadFile;
import dev.sandgate.tools.transfer.UploadFile;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Every tool there is, over a fake provider, and arguments with which each of them is content. */
final class EveryTool implements AutoCloseable {
    /** What an argument may be; whatever is not here is optional everywhere. */
    private static final Map<String, JsonValue> GOOD = Map.of(
            "command", Json.createValue("true"),
            "code", Json.createValue("1"),
            "path", Json.createValue("x"),
            "content", Json.createValue("x"),
            "content_base64", Json.createValue("eA=="),
            "timeout", Json.createValue(60),
            "task_id", Json.createValue("0123456789abcdef0123456789abcdef"));

    final House house = new House();
    private final TaskRoom room = TaskRoom.of(house.clock, house.alarms);

    List<ToolEntry> tools() {
        var talks = house.conversations;
        return Stream.of(
                        new CreateSandbox(talks, house.lifecycle, house.settings),
                        new ListSandboxes(house.lifecycle),
                        new GetSandbox(talks, house.lifecycle),
                        new SetSandboxTimeout(talks, house.lifecycle),
                        new KillSandbox(talks),
                        new RunCommand(talks),
                        new RunCode(talks),
                        new ReadFile(talks),
                        new WriteFile(talks),
                        new ListFiles(talks),
                        new FileExists(talks),
                        new MakeDirectory(talks),
                        new RemoveFile(talks),
                        new StartTask(talks, room.tasks),
                        new GetTask(room.tasks),
                        new CancelTask(room.tasks),
                        new UploadFile(talks),
                        new DownloadFile(talks))
                .map(EveryTool::entry)
                .toList();
    }

    private static ToolEntry entry(Tool<?> tool) {
        return ToolEntry.of(tool, tool.getClass(), PlatformValidator.INSTANCE);
    }

    static JsonObject schema(ToolEntry tool) {
        return tool.describe().getJsonObject("inputSchema");
    }

    static boolean isRequired(ToolEntry tool, String argument) {
        return schema(tool).getOrDefault("required", JsonValue.EMPTY_JSON_ARRAY).asJsonArray().stream()
                .anyMatch(Json.createValue(argument)::equals);
    }

    /** The required ones only. */
    static JsonObject goodArguments(ToolEntry tool) {
        var arguments = Json.createObjectBuilder();
        schema(tool).getJsonObject("properties").keySet().stream()
                .filter(argument -> isRequired(tool, argument))
                .forEach(argument -> arguments.add(argument, GOOD.get(argument)));
        return arguments.build();
    }

    /** What is made next finds an empty sandbox. */
    void forgetFiles() {
        house.provider.living().forEach(house.provider::crash);
    }

    static JsonObject with(JsonObject arguments, String name, JsonValue value) {
        return Json.createObjectBuilder(arguments).add(name, value).build();
    }

    @Override
    public void close() {
        room.close();
        house.close();
    }
}
