package dev.sandgate.tools.all;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.sandgate.mcp.tool.Content;
import dev.sandgate.mcp.tool.TestContext;
import dev.sandgate.mcp.tool.ToolEntry;
import dev.sandgate.sandbox.conversation.House;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.tools.outcome.FailureExplainer;
import jakarta.json.Json;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * L7, L8, L11; cases 4 and 44: every bad value of every argument of every tool, made from the tool's own schema, is refused before the
 * provider is touched, names only the field, and is not repeated.
 */
class BadInputTest {
    private static final String MARK = "s3cr3t-mark";
    private static final String LONG = MARK.repeat(1000);
    private static final List<String> BAD_IDS =
            List.of("", ":", "fake:", ":x", "nobody:" + MARK, "a:b:c", MARK + "/", LONG);

    private final EveryTool every = new EveryTool();
    private final FailureExplainer explainer = new FailureExplainer();

    @AfterEach
    void close() {
        every.close();
    }

    @TestFactory
    Stream<DynamicTest> everyBadValue_isRefusedByName() {
        return every.tools().stream()
                .flatMap(tool -> EveryTool.schema(tool).getJsonObject("properties").keySet().stream()
                        .map(argument -> dynamicTest(tool.name() + " " + argument, () -> {
                            for (JsonValue bad : badValues(tool, argument)) {
                                assertRefused(
                                        tool, argument, EveryTool.with(EveryTool.goodArguments(tool), argument, bad));
                            }
                        })));
    }

    @TestFactory
    Stream<DynamicTest> everyMissingArgument_isNamed() {
        return every.tools().stream()
                .flatMap(tool -> EveryTool.goodArguments(tool).keySet().stream()
                        .map(argument -> dynamicTest(tool.name() + " " + argument, () -> {
                            var without = Json.createObjectBuilder(EveryTool.goodArguments(tool))
                                    .remove(argument)
                                    .build();
                            assertRefused(tool, argument, without);
                        })));
    }

    @Test
    void unknownArgument_isRefused() {
        for (ToolEntry tool : every.tools()) {
            for (String unknown : List.of("team", "timeOut", "sandboxId")) {
                var arguments = EveryTool.with(EveryTool.goodArguments(tool), unknown, Json.createValue(MARK));
                assertRefused(tool, unknown, arguments);
            }
        }
    }

    /** So that the table above means something: without the bad value the same calls are not refused for an argument's sake. */
    @Test
    void goodArguments_areNotRefused() {
        for (ToolEntry tool : every.tools()) {
            every.forgetFiles();
            var refusal = refusal(tool, EveryTool.goodArguments(tool));
            assertFalse(refusal.contains("invalid_parameter"), () -> tool.name() + ": " + refusal);
        }
    }

    private void assertRefused(ToolEntry tool, String field, JsonObject arguments) {
        String said = refusal(tool, arguments);
        String about = tool.name() + " " + shortened(arguments) + " -> " + said;
        try (var reader = Json.createReader(new StringReader(said))) {
            JsonObject error = reader.readObject().getJsonObject("error");
            assertEquals("invalid_parameter", error.getString("category"), about);
            assertEquals("SANDBOX_INVALID_PARAMETER", error.getString("code"), about);
            assertEquals(field, error.getString("field"), about);
            assertFalse(error.containsKey("http_status"), about);
        }
        assertFalse(said.contains(MARK), about);
        assertEquals(0, every.house.provider.calls(), about);
    }

    private String refusal(ToolEntry tool, JsonObject arguments) {
        var context = new TestContext(House.session("me"), "req-1");
        var failed = outcome(tool, arguments, context).handle((result, thrown) -> thrown);
        return failed.join() instanceof SandboxException thrown
                ? ((Content.Text) explainer
                                .tell(thrown, context)
                                .result()
                                .content()
                                .get(0))
                        .text()
                : "{\"no\":\"failure\"}";
    }

    private static CompletableFuture<?> outcome(ToolEntry tool, JsonObject arguments, TestContext context) {
        try {
            return tool.begin(arguments, context);
        } catch (SandboxException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private static List<JsonValue> badValues(ToolEntry tool, String argument) {
        JsonObject property = EveryTool.schema(tool).getJsonObject("properties").getJsonObject(argument);
        var bad = new ArrayList<JsonValue>(
                switch (property.getString("type")) {
                    case "integer" -> badIntegers(property);
                    case "string" -> badStrings(property, argument);
                    case "object" -> badObjects();
                    default -> throw new AssertionError("a type without a table: " + property);
                });
        bad.add(JsonValue.EMPTY_JSON_ARRAY);
        if (EveryTool.isRequired(tool, argument)) {
            bad.add(JsonValue.NULL);
        }
        return bad;
    }

    private static List<JsonValue> badIntegers(JsonObject property) {
        var bad = new ArrayList<JsonValue>(List.of(
                JsonValue.TRUE,
                JsonValue.FALSE,
                JsonValue.EMPTY_JSON_OBJECT,
                Json.createValue(1.5),
                Json.createValue("600"),
                Json.createValue(""),
                Json.createValue(LONG),
                Json.createValue(new BigDecimal("1e30")),
                Json.createValue(new BigDecimal("-1e30"))));
        for (String bound : List.of("minimum", "maximum", "exclusiveMinimum")) {
            if (property.get(bound) instanceof JsonNumber number) {
                long outside =
                        number.longValueExact() + (bound.equals("maximum") ? 1 : bound.equals("minimum") ? -1 : 0);
                bad.add(Json.createValue(outside));
            }
        }
        assertTrue(property.containsKey("minimum") || property.containsKey("exclusiveMinimum"), property::toString);
        return bad;
    }

    private static List<JsonValue> badStrings(JsonObject property, String argument) {
        var bad = new ArrayList<JsonValue>(
                List.of(Json.createValue(7), JsonValue.TRUE, JsonValue.EMPTY_JSON_OBJECT, Json.createValue("\ud800")));
        if (!List.of("code", "content").contains(argument)) {
            bad.add(Json.createValue(MARK + "\0"));
        }
        if (property.getInt("minLength", 0) > 0) {
            bad.add(Json.createValue(""));
        }
        if (property.getInt("maxLength", Integer.MAX_VALUE) < LONG.length()) {
            bad.add(Json.createValue(LONG));
        }
        if (property.containsKey("enum")) {
            bad.addAll(strings(List.of("", MARK, LONG)));
        }
        switch (argument) {
            case "sandbox_id" -> bad.addAll(strings(BAD_IDS));
            case "provider" -> bad.addAll(strings(List.of("", "nobody", MARK, "fake:", LONG)));
            case "task_id" -> bad.addAll(strings(List.of("", "../x", LONG, "a b")));
            case "content_base64" -> bad.addAll(strings(List.of("a", "-_-_", "eA==eA==", MARK)));
            default -> {}
        }
        return bad;
    }

    private static List<JsonValue> badObjects() {
        return List.of(
                Json.createValue(MARK),
                JsonValue.TRUE,
                map("A", Json.createValue(1)),
                map("A", JsonValue.NULL),
                map("A", JsonValue.EMPTY_JSON_OBJECT),
                map("", Json.createValue(MARK)),
                map("A=B", Json.createValue(MARK)),
                map("1" + MARK, Json.createValue("x")),
                map("A", Json.createValue(MARK + "\0")));
    }

    private static JsonObject map(String name, JsonValue value) {
        return Json.createObjectBuilder().add(name, value).build();
    }

    private static List<JsonString> strings(List<String> texts) {
        return texts.stream().map(Json::createValue).toList();
    }

    private static String shortened(JsonObject arguments) {
        String text = arguments.toString();
        return text.length() > 300 ? text.substring(0, 300) : text;
    }
}
