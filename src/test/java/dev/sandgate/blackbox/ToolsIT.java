package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of tools: shapes that every client can take, and the selection by {@code ?tools=} (C11). */
class ToolsIT {

    private static final Set<String> EXEC = Set.of("run_command", "run_code");
    private static final Set<String> SEVEN = Set.of(
            "create_sandbox", "run_code", "run_command", "read_file", "write_file", "list_files", "kill_sandbox");

    private final Mcp mcp = Mcp.modern();

    @Test
    void theMainToolsAreThere() {
        var names = names(mcp);
        assertTrue(names.containsAll(SEVEN), names::toString);
        assertTrue(names.containsAll(Set.of("list_sandboxes", "get_sandbox", "set_sandbox_timeout")), names::toString);
        assertEquals(names, names(mcp.tools("all")));
    }

    @Test
    void inputSchemas_arePlainClosedObjects() {
        for (var tool : tools(mcp)) {
            var schema = tool.getJsonObject("inputSchema");
            assertEquals("object", schema.getString("type"), tool::toString);
            assertTrue(schema.containsKey("properties"), tool::toString);
            assertEquals(JsonValue.FALSE, schema.get("additionalProperties"), tool::toString);
            var properties = schema.getJsonObject("properties");
            for (var required :
                    schema.getOrDefault("required", JsonValue.EMPTY_JSON_ARRAY).asJsonArray()) {
                assertTrue(properties.containsKey(((JsonString) required).getString()), tool::toString);
            }
            for (var word : List.of("$ref", "oneOf", "anyOf", "allOf", "$defs")) {
                assertFalse(schema.toString().contains("\"" + word + "\""), tool::toString);
            }
            properties.forEach((name, property) -> {
                assertTrue(property.asJsonObject().containsKey("type"), tool::toString);
                assertFalse(property.asJsonObject().getString("description").isBlank(), tool::toString);
            });
        }
    }

    @Test
    void ranges_andDefaultsAreInTheSchema() {
        var properties = tool("create_sandbox").getJsonObject("inputSchema").getJsonObject("properties");
        var timeout = properties.getJsonObject("timeout");
        assertEquals("integer", timeout.getString("type"));
        assertEquals(1, timeout.getInt("minimum"));
        assertEquals(86400, timeout.getInt("maximum"));
        var command = tool("run_command").getJsonObject("inputSchema");
        assertEquals(
                60, command.getJsonObject("properties").getJsonObject("timeout").getInt("default"));
        assertEquals(List.of("command"), command.getJsonArray("required").getValuesAs(JsonString::getString));
    }

    @Test
    void outputSchemas_areObjectsThatResultsFit() {
        for (var tool : tools(mcp)) {
            assertEquals("object", tool.getJsonObject("outputSchema").getString("type"), tool::toString);
        }
        var schema = tool("list_sandboxes").getJsonObject("outputSchema");
        var result = mcp.call("list_sandboxes").structured();
        assertTrue(schema.getJsonObject("properties").keySet().containsAll(result.keySet()), schema::toString);
        for (var required :
                schema.getOrDefault("required", JsonValue.EMPTY_JSON_ARRAY).asJsonArray()) {
            assertTrue(result.containsKey(((JsonString) required).getString()), result::toString);
        }
    }

    @Test
    void namesAndTexts_fitEveryClient() {
        for (var tool : tools(mcp)) {
            assertTrue(tool.getString("name").matches("[a-z0-9_]{1,64}"), tool::toString);
            assertFalse(tool.getString("description").isBlank(), tool::toString);
            assertFalse(tool.containsValue(JsonValue.NULL), tool::toString);
        }
    }

    @Test
    void annotations_areTrue() {
        assertTrue(annotation("list_sandboxes", "readOnlyHint", false));
        assertTrue(annotation("read_file", "readOnlyHint", false));
        assertFalse(annotation("write_file", "readOnlyHint", false));
        assertTrue(annotation("kill_sandbox", "destructiveHint", true));
        assertTrue(annotation("kill_sandbox", "idempotentHint", false));
        assertFalse(annotation("create_sandbox", "destructiveHint", true));
    }

    @Test
    void order_isAlwaysTheSame() {
        assertEquals(tools(mcp), tools(Mcp.modern()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"exec", "run_command,run_code", "run_code,exec", "exec,exec"})
    void selection_takesGroupsAndNames(String selection) {
        assertEquals(EXEC, names(mcp.tools(selection)));
    }

    @Test
    void selection_addsUp() {
        assertEquals(Set.of("run_command", "run_code", "list_sandboxes"), names(mcp.tools("exec,list_sandboxes")));
        assertTrue(names(mcp.tools("lifecycle,files")).containsAll(Set.of("create_sandbox", "read_file")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "exec,nonsense", "EXEC", "exec,,files"})
    void selection_ofSomethingUnknownIsRefused(String selection) {
        mcp.tools(selection).request("tools/list").refused(400, -32602);
        Mcp.stranger().tools(selection).initialize(Mcp.LEGACY).refused(400, -32602);
    }

    @Test
    void toolLeftOut_isUnknown() {
        mcp.tools("exec").call("list_sandboxes").refused(200, -32602);
        mcp.tools("lifecycle").call("list_sandboxes").structured();
    }

    private boolean annotation(String tool, String hint, boolean otherwise) {
        return tool(tool).getJsonObject("annotations").getBoolean(hint, otherwise);
    }

    private JsonObject tool(String name) {
        return tools(mcp).stream()
                .filter(tool -> tool.getString("name").equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<JsonObject> tools(Mcp mcp) {
        return mcp.request("tools/list").result().getJsonArray("tools").getValuesAs(JsonObject.class);
    }

    private static Set<String> names(Mcp mcp) {
        var names = new HashSet<String>();
        tools(mcp).forEach(tool -> assertTrue(names.add(tool.getString("name")), tool::toString));
        return names;
    }
}
