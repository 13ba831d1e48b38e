package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code run_code}: state kept between calls, values shown, errors told (C12). */
class CodeIT {

    private static Box box;

    @BeforeAll
    static void create() {
        box = Box.create();
    }

    @AfterAll
    static void kill() {
        box.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "python     | x = 20           | print(x + 1)",
                "javascript | let x = 20       | console.log(x + 1)",
                "javascript | const y = 20     | console.log(y + 1)",
                "bash       | x=20             | echo $((x + 1))"
            })
    void state_isKeptBetweenCalls(String language, String first, String second) {
        assertEquals(0, code(language, first).getInt("exit_code"));
        assertEquals("21\n", code(language, second).getString("stdout"));
    }

    @ParameterizedTest
    @CsvSource({"python, 6 * 7", "javascript, 6 * 7"})
    void lastValue_isAResult(String language, String source) {
        assertEquals(
                "42",
                code(language, source).getJsonArray("results").getJsonObject(0).getString("text/plain"));
    }

    @Test
    void printing_isNoResult() {
        var result = code("python", "import sys; print('out'); print('err', file=sys.stderr)");
        assertEquals("out\n", result.getString("stdout"));
        assertEquals("err\n", result.getString("stderr"));
        assertTrue(result.getJsonArray("results").isEmpty());
        assertFalse(result.containsKey("error"));
    }

    @ParameterizedTest
    @CsvSource({"python, 1/0, ZeroDivisionError", "javascript, missing.name, ReferenceError"})
    void failure_isANormalResultWithItsName(String language, String source, String name) {
        var result = code(language, source);
        assertEquals(1, result.getInt("exit_code"));
        var error = result.getJsonObject("error");
        assertEquals(name, error.getString("name"));
        assertFalse(error.getString("value").isBlank());
        assertFalse(error.getString("traceback").isBlank());
    }

    @Test
    void timeout_interruptsAndKeepsTheState() {
        code("python", "kept = 7");
        var result = box.of("run_code", "code", "print('begun', flush=True)\nwhile True: pass", "timeout", 1);
        assertTrue(result.getBoolean("timed_out"));
        assertTrue(result.isNull("exit_code"));
        assertEquals("begun\n", result.getString("stdout"));
        assertEquals("7\n", code("python", "print(kept)").getString("stdout"));
    }

    @Test
    void endOfTheInterpreter_isSurvived() {
        code("python", "import os; os._exit(3)");
        assertEquals("new\n", code("python", "print('new')").getString("stdout"));
    }

    @Test
    void richValues_areOffered() {
        var html = code("python", "class H:\n  def _repr_html_(self): return '<b>h</b>'\nH()");
        assertEquals("<b>h</b>", html.getJsonArray("results").getJsonObject(0).getString("text/html"));
    }

    @Test
    void stdin_isEmpty() {
        assertEquals(
                "EOFError", code("python", "input()").getJsonObject("error").getString("name"));
        assertEquals("0\n", code("bash", "wc -c").getString("stdout"));
    }

    @Test
    void output_isCapped() {
        var result = code("python", "for i in range(1, 300001): print(i)");
        assertTrue(result.getBoolean("truncated"));
        assertTrue(result.getString("stdout").endsWith("300000\n"));
        assertEquals("300000", box.stdout("tail -n 1 " + result.getString("full_output_path")));
    }

    @Test
    void defaultLanguage_isPython() {
        assertEquals("3\n", box.of("run_code", "code", "print(1 + 2)").getString("stdout"));
    }

    private static JsonObject code(String language, String source) {
        return box.of("run_code", "code", source, "language", language);
    }
}
