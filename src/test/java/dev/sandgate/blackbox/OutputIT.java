package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Much output, odd output, endless output: bounded answers, true counts, a flat heap. Cases 29 and 30. */
class OutputIT {

    private static final int SHOWN = 65_536;
    private static final long FILE_LIMIT = 64L << 20;

    private static Box box;

    @BeforeAll
    static void create() {
        box = Box.create();
    }

    @AfterAll
    static void kill() {
        box.close();
    }

    /** Case 29. */
    @Test
    void fiveMillionLines_areCappedAndFullyKept() {
        var result = box.run("seq 1 5000000");
        assertTrue(result.getBoolean("truncated"));
        assertEquals(38_888_896, result.getInt("stdout_bytes"));
        var shown = result.getString("stdout");
        assertTrue(shown.getBytes(StandardCharsets.UTF_8).length <= SHOWN + 1024);
        assertTrue(shown.startsWith("1\n2\n3\n"));
        assertTrue(shown.endsWith("4999999\n5000000\n"));
        var path = result.getString("full_output_path");
        assertEquals("38888896", box.stdout("stat -c %s " + path));
        assertEquals("5000000", box.stdout("tail -n 1 " + path));
        assertEquals("1\n2\n", box.of("read_file", "path", path, "limit", 4).getString("content"));
    }

    @Test
    void outputThatFits_isWholeAndLeavesNoFile() {
        var result = box.run("head -c " + SHOWN + " /dev/zero | tr '\\0' x");
        assertEquals("x".repeat(SHOWN), result.getString("stdout"));
        assertFalse(result.getBoolean("truncated"));
        assertFalse(result.containsKey("full_output_path"));
    }

    @Test
    void bothStreams_areCappedForThemselves() {
        var result = box.run("seq 1 100000 >&2; echo short");
        assertEquals("short\n", result.getString("stdout"));
        assertTrue(result.getBoolean("truncated"));
        assertEquals(588_895, result.getInt("stderr_bytes"));
        assertTrue(result.getString("stderr").endsWith("100000\n"));
    }

    /** Case 30: 300,000 bytes of three-byte characters never show half of one. */
    @Test
    void truncation_splitsNoCharacter() {
        var result = box.run("python3 -c 'print(\"☕\" * 100000, end=\"\")'");
        assertEquals(300_000, result.getInt("stdout_bytes"));
        assertFalse(result.getString("stdout").contains("\uFFFD"));
        assertTrue(result.getString("stdout").startsWith("☕☕")
                && result.getString("stdout").endsWith("☕☕"));
        var whole = box.of("read_file", "path", result.getString("full_output_path"), "limit", 300_000);
        assertEquals("☕".repeat(100_000), whole.getString("content"));
    }

    /** Case 30. */
    @Test
    void characterPrintedInTwoHalves_arrivesWhole() {
        var program = "import os,time; os.write(1,b\"\\xc3\"); time.sleep(0.05); os.write(1,b\"\\xa9\")";
        assertEquals("é", box.run("python3 -c '" + program + "'").getString("stdout"));
    }

    @Test
    void bytesThatAreNoText_becomeReplacementCharactersOnlyThere() {
        assertEquals("a\uFFFDb\u0000c", box.run("printf 'a\\377b\\0c'").getString("stdout"));
    }

    @Test
    void endlessOutput_costsTheServerNothing() {
        var server = ServerProcess.underTest();
        box.run("true");
        long before = server.heapAfterCollection();
        var result = box.of("run_command", "command", "yes", "timeout", 5);
        assertTrue(result.getBoolean("timed_out"));
        assertTrue(result.getBoolean("truncated"));
        assertTrue(result.getJsonNumber("stdout_bytes").longValue() > FILE_LIMIT, result.get("stdout_bytes")::toString);
        long file = Long.parseLong(box.stdout("stat -c %s " + result.getString("full_output_path")));
        assertTrue(file <= FILE_LIMIT, () -> "the file has " + file);
        long grown = server.heapAfterCollection() - before;
        assertTrue(grown < 8 << 20, () -> "the heap grew by " + grown);
    }
}
