package dev.sandgate.mcp.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.SandboxId;
import dev.sandgate.sandbox.model.SandboxStatus;
import jakarta.json.Json;
import jakarta.json.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutputShapeTest {
    record Part(String fileName, @OmitWhenEmpty boolean nameLossy, Optional<Instant> modifiedAt) {}

    record Everything(
            SandboxId sandboxId,
            SandboxStatus status,
            @Describe("how it ended") Optional<Integer> exitCode,
            long stdoutBytes,
            boolean timedOut,
            Instant startedAt,
            @OmitWhenEmpty Optional<Part> onePart,
            List<Part> parts,
            List<Map<String, String>> results,
            JsonValue anyValue) {}

    record Loop(List<Loop> inside) {}

    record Untold(Object what) {}

    record OmittedText(@OmitWhenEmpty String text) {}

    private static final Instant WHEN = Instant.parse("2026-12-01T10:00:00.123456789Z");
    private static final Everything FULL = new Everything(
            new SandboxId("abc"),
            SandboxStatus.RUNNING,
            Optional.of(3),
            1L << 40,
            false,
            WHEN,
            Optional.of(new Part("a", true, Optional.of(WHEN))),
            List.of(new Part("b", false, Optional.empty())),
            List.of(Map.of("text/plain", "4")),
            Json.createValue(1.5));
    private static final Everything BARE = new Everything(
            new SandboxId("abc"),
            SandboxStatus.ERROR,
            Optional.empty(),
            0,
            true,
            WHEN,
            Optional.empty(),
            List.of(),
            List.of(),
            JsonValue.NULL);

    @Test
    void fullRecord_inSnakeCase() {
        assertEquals(JsonText.object("""
                        {"sandbox_id":"abc","status":"running","exit_code":3,"stdout_bytes":1099511627776,"timed_out":false,
                         "started_at":"2026-12-01T10:00:00.123Z",
                         "one_part":{"file_name":"a","name_lossy":true,"modified_at":"2026-12-01T10:00:00.123Z"},
                         "parts":[{"file_name":"b","modified_at":null}],"results":[{"text/plain":"4"}],"any_value":1.5}
                        """), RecordJson.of(FULL, Naming.SNAKE_CASE));
    }

    @Test
    void emptyOptional_isNullUnlessMarked() {
        assertEquals(JsonText.object("""
                        {"sandbox_id":"abc","status":"error","exit_code":null,"stdout_bytes":0,"timed_out":true,
                         "started_at":"2026-12-01T10:00:00.123Z","parts":[],"results":[],"any_value":null}
                        """), RecordJson.of(BARE, Naming.SNAKE_CASE));
    }

    @Test
    void members_keepTheRecordsOrder() {
        assertEquals(
                List.of(
                        "sandbox_id",
                        "status",
                        "exit_code",
                        "stdout_bytes",
                        "timed_out",
                        "started_at",
                        "one_part",
                        "parts",
                        "results",
                        "any_value"),
                List.copyOf(RecordJson.of(FULL, Naming.SNAKE_CASE).keySet()));
    }

    @Test
    void restView_isCamelCaseAllTheWayDown() {
        var json = RecordJson.of(FULL, Naming.CAMEL_CASE);
        assertTrue(json.containsKey("sandboxId"));
        assertTrue(json.getJsonArray("parts").getJsonObject(0).containsKey("fileName"));
        assertTrue(json.getJsonArray("results").getJsonObject(0).containsKey("text/plain"));
    }

    @Test
    void schema_acceptsWhatIsWritten() {
        var schema = OutputShape.of(Everything.class).schema();
        assertTrue(Conforms.to(schema, RecordJson.of(FULL, Naming.SNAKE_CASE)));
        assertTrue(Conforms.to(schema, RecordJson.of(BARE, Naming.SNAKE_CASE)));
    }

    @Test
    void schema_acceptsNothingElse() {
        var schema = OutputShape.of(Everything.class).schema();
        var written = RecordJson.of(BARE, Naming.SNAKE_CASE);
        for (String member : written.keySet()) {
            var without = Json.createObjectBuilder(written).remove(member).build();
            assertFalse(Conforms.to(schema, without), member);
        }
        assertFalse(Conforms.to(
                schema, Json.createObjectBuilder(written).add("more", 1).build()));
        assertFalse(Conforms.to(
                schema, Json.createObjectBuilder(written).add("exit_code", "3").build()));
        assertFalse(Conforms.to(
                schema, Json.createObjectBuilder(written).addNull("one_part").build()));
        assertFalse(Conforms.to(
                schema, Json.createObjectBuilder(written).add("status", "gone").build()));
    }

    @Test
    void schema_isAPlainObjectSchema() {
        var schema = OutputShape.of(Part.class).schema();
        assertEquals(JsonText.object("""
                        {"type":"object",
                         "properties":{
                           "file_name":{"type":"string"},
                           "name_lossy":{"type":"boolean"},
                           "modified_at":{"anyOf":[{"type":"string","format":"date-time"},{"type":"null"}]}},
                         "required":["file_name","modified_at"],
                         "additionalProperties":false}
                        """), schema);
    }

    @Test
    void nullInARecord_isAnErrorThatNamesThePlace() {
        var broken = new Part(null, false, Optional.empty());
        var thrown = assertThrows(IllegalStateException.class, () -> RecordJson.of(broken, Naming.SNAKE_CASE));
        assertTrue(thrown.getMessage().endsWith("Part.fileName"));
    }

    @Test
    void recordThatContainsItself_isADefect() {
        assertThrows(ToolDefect.class, () -> OutputShape.of(Loop.class));
    }

    @Test
    void typeWithoutSchema_isADefect() {
        assertThrows(ToolDefect.class, () -> OutputShape.of(Untold.class));
    }

    @Test
    void omissionOfWhatIsNeverEmpty_isADefect() {
        assertThrows(ToolDefect.class, () -> OutputShape.of(OmittedText.class));
    }
}
