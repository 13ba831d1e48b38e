package dev.sandgate.mcp.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sandgate.sandbox.model.Language;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxRef;
import dev.sandgate.sandbox.model.SandboxStatus;
import dev.sandgate.sandbox.model.Situation;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** L7: illegal arguments are refused, by name, before anything happens. */
class ArgumentBindingTest {

    @Test
    void absentArguments_takeTheirDefaults() {
        assertEquals(
                new EveryArgument(
                        "true",
                        100,
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Language.PYTHON,
                        Map.of(),
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                EveryArgument.bind(""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"limit", "offset", "cpu", "sandbox_id", "status", "language", "envs", "full_page", "content"})
    void nullForAnOptionalArgument_countsAsAbsent(String name) {
        assertEquals(EveryArgument.bind(""), EveryArgument.bind("\"" + name + "\":null"));
    }

    @ParameterizedTest
    @CsvSource({"7,7", "7.0,7", "1e1,10", "1.00e2,100", "0.5e1,5"})
    void numberWithoutFraction_isAnInteger(String json, int expected) {
        assertEquals(expected, EveryArgument.bind("\"limit\":" + json).limit());
    }

    @Test
    void longInteger_keepsAllDigits() {
        assertEquals(
                9007199254740993L,
                EveryArgument.bind("\"offset\":9007199254740993").offset());
    }

    @Test
    void words_becomeTheirTypes() {
        var bound = EveryArgument.bind("\"sandbox_id\":\"cloud:abc\",\"status\":\"paused\",\"language\":\"r\"");
        assertEquals(Optional.of(SandboxRef.parse("cloud:abc")), bound.sandboxId());
        assertEquals(Optional.of(SandboxStatus.PAUSED), bound.status());
        assertEquals(Language.R, bound.language());
    }

    @Test
    void map_keepsKeysAndValues() {
        assertEquals(
                Map.of("A", "1", "B", ""),
                EveryArgument.bind("\"envs\":{\"A\":\"1\",\"B\":\"\"}").envs());
    }

    @Test
    void charactersBeyondTheBasicPlane_pass() {
        assertEquals(
                Optional.of("\uD83D\uDE00"),
                EveryArgument.bind("\"content\":\"\\ud83d\\ude00\"").content());
    }

    @Test
    void verbatimText_mayHoldNul() {
        assertEquals(
                Optional.of("a\0b"),
                EveryArgument.bind("\"content\":\"a\\u0000b\"").content());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    limit      | true
                    limit      | false
                    limit      | "600"
                    limit      | ""
                    limit      | 1.5
                    limit      | 1e400
                    limit      | 1e-400
                    limit      | 1e999999999
                    limit      | 1e-999999999
                    limit      | 2147483648
                    limit      | -2147483649
                    limit      | 4294967297
                    limit      | 0
                    limit      | -1
                    limit      | 101
                    limit      | [1]
                    limit      | {}
                    offset     | -1
                    offset     | 9223372036854775808
                    offset     | 0.1
                    offset     | true
                    cpu        | 0
                    cpu        | -4
                    cpu        | true
                    cpu        | "2"
                    cpu        | 1.5
                    sandbox_id | ""
                    sandbox_id | " "
                    sandbox_id | ":"
                    sandbox_id | "local:"
                    sandbox_id | ":abc"
                    sandbox_id | "a:b:c"
                    sandbox_id | "../etc"
                    sandbox_id | "abc\\n"
                    sandbox_id | 5
                    sandbox_id | ["abc"]
                    status     | "Running"
                    status     | ""
                    status     | "gone"
                    language   | "PYTHON"
                    language   | "cobol"
                    language   | false
                    envs       | []
                    envs       | "A=1"
                    envs       | {"A":1}
                    envs       | {"A":null}
                    envs       | {"A":true}
                    envs       | {"A":["1"]}
                    envs       | {"A":"too long"}
                    envs       | {"A":"","B":"","C":""}
                    envs       | {"A":"\\u0000"}
                    envs       | {"A\\u0000":""}
                    full_page  | 1
                    full_page  | "true"
                    full_page  | 0
                    provider   | "Local"
                    provider   | ""
                    region     | "1"
                    region     | "eu1"
                    region     | 1
                    content    | "\\ud800"
                    content    | "\\udc00\\ud800"
                    content    | "\\ud800x"
                    content    | 1
                    """)
    void badValue_isRefusedByName(String name, String json) {
        assertRefused(name, "{\"command\":\"true\",\"" + name + "\":" + json + "}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"command\":null}",
                "{\"command\":\"\"}",
                "{\"command\":\" \"}",
                "{\"command\":1}",
                "{\"command\":\"a\\u0000b\"}",
                "{\"command\":\"longer than ten\"}"
            })
    void requiredText_missingOrBad(String arguments) {
        assertRefused("command", arguments);
    }

    @Test
    void unknownArgument_isNamed() {
        assertRefused("comand", "{\"comand\":\"true\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a b",
                "a\\nb",
                "\\u0000",
                "ä",
                "<script>",
                "x\\\"y",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            })
    void unknownArgumentWithAnOddName_isNotRepeated(String name) {
        assertRefused("arguments", "{\"command\":\"true\",\"" + name + "\":1}");
    }

    @Test
    void camelCase_isUnknown() {
        assertRefused("sandboxId", "{\"command\":\"true\",\"sandboxId\":\"abc\"}");
    }

    @Test
    void severalOutOfRange_theFirstOfTheRecordIsNamed() {
        for (int i = 0; i < 20; i++) {
            assertRefused("limit", "{\"region\":\"1\",\"cpu\":0,\"offset\":-1,\"command\":\"true\",\"limit\":0}");
        }
    }

    @Test
    void refusal_repeatsNoValue() {
        String secret = "s3cr3t-value";
        for (String name :
                EveryArgument.SHAPE.schema().getJsonObject("properties").keySet()) {
            for (String json :
                    new String[] {"\"" + secret + "\\ud800\"", "{\"" + secret + "\":1}", "[\"" + secret + "\"]"}) {
                var arguments = JsonText.object("{\"" + name + "\":" + json + "}");
                var refused = assertThrows(SandboxException.class, () -> EveryArgument.SHAPE.bind(arguments));
                assertFalse((refused + " " + refused.failure()).contains(secret), name);
                assertEquals(null, refused.getCause());
            }
        }
    }

    private static void assertRefused(String field, String arguments) {
        var given = JsonText.object(arguments);
        var refused = assertThrows(SandboxException.class, () -> EveryArgument.SHAPE.bind(given));
        assertEquals(Situation.BAD_ARGUMENT, refused.failure().situation());
        assertEquals(Optional.of(field), refused.failure().field());
    }
}
