package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bad arguments are tool errors that name the field, never the value, and do nothing (L7, L8). Cases 4 and 44. */
class ArgumentsIT {

    private static final String MARK = "s3cr3t-marker";

    private final Mcp mcp = Mcp.modern();

    static Stream<Arguments> refused() {
        var timeouts = Stream.of(0, -1, true, "600", 1.5, 86401, 1e30, List.of(), Map.of())
                .map(value -> Arguments.of("create_sandbox", "timeout", value));
        var lives = Stream.of(0, -1, true, "600", 1.5, 86401)
                .map(value -> Arguments.of("set_sandbox_timeout", "timeout", value));
        var limits = Stream.of(0, -1, 101, true, "5", 1.5).map(value -> Arguments.of("list_sandboxes", "limit", value));
        var others = Stream.of(
                Arguments.of("create_sandbox", "cpu", 0),
                Arguments.of("create_sandbox", "cpu", 1.5),
                Arguments.of("create_sandbox", "memory", true),
                Arguments.of("create_sandbox", "memory", -1),
                Arguments.of("create_sandbox", "envs", Map.of("SECRET", 1)),
                Arguments.of("create_sandbox", "envs", List.of(MARK)),
                Arguments.of("create_sandbox", "envs", MARK),
                Arguments.of("create_sandbox", "template", 7),
                Arguments.of("create_sandbox", "template", MARK),
                Arguments.of("create_sandbox", "provider", MARK),
                Arguments.of("create_sandbox", "region", MARK),
                Arguments.of("create_sandbox", "team", MARK),
                Arguments.of("create_sandbox", MARK, 1),
                Arguments.of("list_sandboxes", "offset", -1),
                Arguments.of("list_sandboxes", "status", MARK),
                Arguments.of("list_sandboxes", "provider", MARK));
        return Stream.of(timeouts, lives, limits, others).flatMap(arguments -> arguments);
    }

    @ParameterizedTest
    @MethodSource("refused")
    void illegalValue_isRefusedByNameAndNothingIsMade(String tool, String field, Object value) {
        int before = sandboxes();
        var answer = mcp.call(tool, field, value);
        var error = answer.failure("invalid_parameter");
        assertEquals("SANDBOX_INVALID_PARAMETER", error.getString("code"));
        assertFalse(error.containsKey("http_status"), "no provider was asked");
        if (field.equals(MARK)) {
            assertTrue(error.containsKey("field"), error::toString);
        } else {
            assertEquals(field, error.getString("field"));
            assertFalse(answer.body().contains(MARK), answer::toString);
        }
        assertEquals(before, sandboxes());
    }

    @Test
    void missingArgument_isNamed() {
        assertEquals(
                "command", mcp.call("run_command").failure("invalid_parameter").getString("field"));
        assertEquals(
                "content",
                mcp.call("write_file", "path", "x").failure("invalid_parameter").getString("field"));
        assertEquals(
                "command",
                mcp.call("run_command", "command", null)
                        .failure("invalid_parameter")
                        .getString("field"));
    }

    @Test
    void nullOfAnOptionalArgument_countsAsAbsent_andOnePointZeroIsAnInteger() {
        var made = mcp.call("create_sandbox", "timeout", 600.0, "envs", null, "cpu", null, "region", null)
                .structured();
        mcp.call("kill_sandbox", "sandbox_id", made.getString("sandbox_id")).structured();
        var page = mcp.call("list_sandboxes", "limit", 5.0, "offset", 0, "status", null)
                .structured();
        assertEquals(5, page.getInt("limit"));
        assertEquals(0, page.getInt("offset"));
    }

    static Stream<String> malformedIds() {
        return Stream.of(
                "", " ", "local:", ":x", "a b", "../../etc", "x".repeat(10_240), "nosuchprovider:abcdefgh", "ünï");
    }

    @ParameterizedTest
    @MethodSource("malformedIds")
    void malformedSandboxId_isAnInvalidParameterOfEveryTool(String id) {
        int before = sandboxes();
        for (var call : callsIn(id)) {
            var error = call.failure("invalid_parameter");
            assertEquals("sandbox_id", error.getString("field"));
            assertFalse(id.length() > 3 && call.body().contains(id), "the id is echoed");
        }
        assertEquals(before, sandboxes());
    }

    @Test
    void unknownSandbox_isTheSameAnswerFromEveryToolForEveryId() {
        int before = sandboxes();
        var answers = Stream.of("sbx-1", "local:sbx-1", "abcdefghijkl")
                .flatMap(id -> callsIn(id).stream())
                .toList();
        for (var answer : answers) {
            var error = answer.failure("not_found");
            assertEquals("SANDBOX_INSTANCE_UNAVAILABLE", error.getString("code"));
            assertFalse(answer.body().contains("sbx-1"), answer::toString);
        }
        assertEquals(before, sandboxes());
    }

    @Test
    void unknownLanguageOrEncoding_isRefused() {
        try (var box = Box.create()) {
            assertEquals(
                    "language",
                    box.ask("run_code", "code", "1", "language", MARK)
                            .failure("invalid_parameter")
                            .getString("field"));
            assertEquals(
                    "encoding",
                    box.ask("read_file", "path", "x", "encoding", MARK)
                            .failure("invalid_parameter")
                            .getString("field"));
        }
    }

    @Test
    void moreThanTheHostHas_isRejectedByTheProvider() {
        mcp.call("create_sandbox", "cpu", 4096).failure("provider_rejected");
        mcp.call("create_sandbox", "memory", 1 << 30).failure("provider_rejected");
    }

    @Test
    void metadata_isExactlyNineKeys() {
        try (var box = Box.create()) {
            var keys = List.of(
                    "cpu_count",
                    "disk_size_mb",
                    "end_at",
                    "memory_mb",
                    "region",
                    "sandbox_id",
                    "started_at",
                    "status",
                    "template");
            var found = box.of("get_sandbox");
            assertEquals(keys, found.keySet().stream().sorted().toList());
            var started = Instant.parse(found.getString("started_at"));
            var end = Instant.parse(found.getString("end_at"));
            assertEquals(Duration.ofMinutes(10), Duration.between(started, end).truncatedTo(ChronoUnit.SECONDS));
        }
    }

    @Test
    void pages_areWindowsOfTheSameList() {
        try (var one = Box.create();
                var two = Box.create()) {
            var all =
                    mcp.call("list_sandboxes", "status", "running").structured().getJsonArray("sandboxes");
            assertTrue(all.toString().contains(one.id()) && all.toString().contains(two.id()), all::toString);
            var second = mcp.call("list_sandboxes", "status", "running", "limit", 1, "offset", 1)
                    .structured();
            assertEquals(List.of(all.get(1)), second.getJsonArray("sandboxes"));
            assertEquals(
                    Arrays.asList("limit", "offset", "sandboxes"),
                    second.keySet().stream().sorted().toList());
            var beyond = mcp.call("list_sandboxes", "offset", 100_000).structured();
            assertTrue(beyond.getJsonArray("sandboxes").isEmpty());
        }
    }

    private List<Answer> callsIn(String id) {
        return List.of(
                mcp.call("get_sandbox", "sandbox_id", id),
                mcp.call("kill_sandbox", "sandbox_id", id),
                mcp.call("set_sandbox_timeout", "timeout", 600, "sandbox_id", id),
                mcp.call("run_command", "command", "true", "sandbox_id", id),
                mcp.call("run_code", "code", "1", "sandbox_id", id),
                mcp.call("read_file", "path", "x", "sandbox_id", id),
                mcp.call("write_file", "path", "x", "content", "y", "sandbox_id", id),
                mcp.call("list_files", "sandbox_id", id),
                mcp.call("file_exists", "path", "x", "sandbox_id", id),
                mcp.call("make_directory", "path", "x", "sandbox_id", id),
                mcp.call("remove_file", "path", "x", "sandbox_id", id),
                mcp.call("upload_file", "path", "x", "content_base64", "", "sandbox_id", id),
                mcp.call("download_file", "path", "x", "sandbox_id", id));
    }

    private int sandboxes() {
        return mcp.call("list_sandboxes").structured().getJsonArray("sandboxes").size();
    }
}
