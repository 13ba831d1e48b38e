package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.CodeError;
import dev.sandgate.sandbox.model.Language;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import jakarta.json.Json;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class InterpretersTest {

    @ParameterizedTest
    @EnumSource(Interpreters.class)
    void everyInterpreter_startsADriverThatWeShip(Interpreters interpreter) {
        var argv = interpreter.argv();
        var driver = argv.get(argv.size() - 1);
        assertTrue(driver.startsWith(Interpreters.DIRECTORY));
        var name = driver.substring(Interpreters.DIRECTORY.length());
        assertTrue(Interpreters.DRIVERS.contains(name));
        assertNotNull(Interpreters.class.getResource(name));
    }

    @Test
    void typescript_sharesTheKernelOfJavascript() {
        assertEquals(
                Interpreters.of(Language.JAVASCRIPT).kernel(),
                Interpreters.of(Language.TYPESCRIPT).kernel());
    }

    @Test
    void r_isUnsupportedAndNamed() {
        var thrown = assertThrows(SandboxException.class, () -> Interpreters.of(Language.R));
        assertEquals(Situation.UNSUPPORTED, thrown.failure().situation());
        assertEquals(Optional.of("R (Rscript)"), thrown.failure().subject());
    }

    @Test
    void missingProgram_isUnsupportedAndNamed() {
        assertEquals(
                Optional.of("node"), Interpreters.TYPESCRIPT.missing().failure().subject());
        assertEquals(
                Optional.of("python3"), Interpreters.PYTHON.missing().failure().subject());
    }

    @Test
    void javascriptRequest_isJsonWithTheCode() {
        var code = "print(\"é\u0000\ud83d\ude00\")\n";
        var sent = Json.createReader(new ByteArrayInputStream(Interpreters.JAVASCRIPT.request(code)))
                .readObject();
        assertEquals(Json.createObjectBuilder().add("code", code).build(), sent);
    }

    @Test
    void request_namesTypescript() {
        var sent = Json.createReader(new ByteArrayInputStream(Interpreters.TYPESCRIPT.request("1")))
                .readObject();
        assertEquals("typescript", sent.getString("language"));
    }

    @Test
    void pythonAndBashRequest_isTheCodeItself() {
        assertArrayEquals("é\0".getBytes(StandardCharsets.UTF_8), Interpreters.PYTHON.request("é\0"));
        assertArrayEquals("écho".getBytes(StandardCharsets.UTF_8), Interpreters.BASH.request("écho"));
    }

    @Test
    void bashCodeWithNul_isRefused() {
        var thrown = assertThrows(SandboxException.class, () -> Interpreters.BASH.request("echo \0"));
        assertEquals(Optional.of("code"), thrown.failure().field());
    }

    @Test
    void answer_keepsResultsInOrder() {
        var answer =
                answer("{\"results\":[{\"text/html\":\"<b>\",\"text/plain\":\"b\"},{\"application/json\":\"[1]\"}]}");
        assertEquals(
                List.of(Map.of("text/html", "<b>", "text/plain", "b"), Map.of("application/json", "[1]")),
                answer.results());
        assertEquals(Optional.empty(), answer.error());
    }

    @Test
    void answer_keepsTheError() {
        var answer = answer("{\"results\":[],\"error\":{\"name\":\"N\",\"value\":\"v\",\"traceback\":\"t\"}}");
        assertEquals(Optional.of(new CodeError("N", "v", "t")), answer.error());
    }

    @Test
    void halfASurrogatePair_isReplaced() {
        assertEquals(
                "a\ufffdb",
                answer("{\"results\":[{\"text/plain\":\"a\\ud800b\"}]}")
                        .results()
                        .get(0)
                        .get("text/plain"));
    }

    @Test
    void tooOldForTypescript_isUnsupported() {
        var thrown = assertThrows(
                SandboxException.class, () -> Interpreters.TYPESCRIPT.answer(utf8("{\"unsupported\":\"typescript\"}")));
        assertEquals(Situation.UNSUPPORTED, thrown.failure().situation());
        assertEquals(
                Optional.of("Node.js 22.13 or newer (TypeScript)"),
                thrown.failure().subject());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "null",
                "{",
                "{\"results\":{}}",
                "{\"results\":[[]]}",
                "{\"results\":[{\"text/plain\":1}]}",
                "{\"results\":[{\"text/plain\":null}]}",
                "{\"results\":[{\"text/plain\":{\"a\":[]}}]}",
                "{\"results\":[{\"no mime\":\"x\"}]}",
                "{\"results\":[{\"__proto__\":\"x\"}]}",
                "{\"results\":[],\"other\":1}",
                "{\"results\":[],\"error\":\"x\"}",
                "{\"results\":[],\"error\":{\"name\":[]}}",
                "{\"results\":[]} {}",
                "{\"results\":[]",
            })
    void anythingElse_isAKernelError(String response) {
        assertRefused(utf8(response));
    }

    @Test
    void bytesThatAreNotUtf8_areAKernelError() {
        assertRefused(new byte[] {'{', '"', (byte) 0xff, '"', '}'});
    }

    @Test
    void deepNesting_isAKernelError() {
        assertRefused(utf8("{\"results\":" + "[".repeat(1_000_000)));
        assertRefused(utf8("{\"a\":".repeat(1_000_000)));
    }

    @Test
    void tooManyResults_areAKernelError() {
        assertRefused(utf8("{\"results\":[{}" + ",{}".repeat(AnswerReader.MAX_RESULTS) + "]}"));
    }

    @Test
    void tooManyForms_areAKernelError() {
        var forms = new StringBuilder("\"a/a\":\"\"");
        for (int i = 0; i < AnswerReader.MAX_FORMS; i++) {
            forms.append(",\"a/a").append(i).append("\":\"\"");
        }
        assertRefused(utf8("{\"results\":[{" + forms + "}]}"));
    }

    @Test
    void tooManyCharacters_areAKernelError() {
        assertRefused(utf8("{\"results\":[{\"a/a\":\"" + "x".repeat(AnswerReader.MAX_CHARACTERS + 1) + "\"}]}"));
    }

    @Test
    void tooManyBytes_areAKernelError() {
        assertRefused(new byte[AnswerReader.MAX_BYTES + 1]);
    }

    private static void assertRefused(byte[] response) {
        var answer = Interpreters.PYTHON.answer(response);
        assertEquals("KernelError", answer.error().orElseThrow().name());
        assertEquals(List.of(), answer.results());
    }

    private static Interpreters.Answer answer(String response) {
        return Interpreters.PYTHON.answer(utf8(response));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
