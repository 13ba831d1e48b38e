package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code read_file}, {@code write_file}, {@code list_files}. Cases 42 and 43 as far as these tools go. */
class FilesIT {

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
    @ValueSource(strings = {"", "one line", "ünïcode ☕ 𝔘\r\n\tend\n\n", "a\u0000b", "'\"\\$(touch x)`"})
    void whatIsWritten_isReadBack(String content) {
        box.of("write_file", "path", "round.txt", "content", content);
        var read = box.of("read_file", "path", "round.txt");
        assertEquals(content, read.getString("content"));
        assertFalse(read.getBoolean("truncated"));
        assertEquals(box.id(), read.getString("sandbox_id"));
    }

    @Test
    void writing_makesParentsAndReplaces() {
        assertEquals(
                5, box.of("write_file", "path", "a/b/c.txt", "content", "first").getInt("bytes_written"));
        box.of("write_file", "path", "/home/user/a/b/c.txt", "content", "2");
        assertEquals("2", box.of("read_file", "path", "a/b/c.txt").getString("content"));
        assertEquals("2", box.stdout("cat a/b/c.txt"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b\"'$;中文.txt", "-rf", "new\nline", "*", ".hidden", "$(id)"})
    void oddNames_areNames(String name) {
        box.of("write_file", "path", "odd/" + name, "content", name);
        assertEquals(name, box.of("read_file", "path", "odd/" + name).getString("content"));
        var names =
                entries("odd").stream().map(entry -> entry.getString("name")).toList();
        assertTrue(names.contains(name), names::toString);
        box.run("rm -rf odd");
    }

    @Test
    void reading_hasOffsetAndLimit() {
        box.of("write_file", "path", "digits.txt", "content", "0123456789");
        var middle = box.of("read_file", "path", "digits.txt", "offset", 3, "limit", 4);
        assertEquals("3456", middle.getString("content"));
        assertEquals(10, middle.getInt("size"));
        assertTrue(middle.getBoolean("truncated"));
        var end = box.of("read_file", "path", "digits.txt", "offset", 8);
        assertEquals("89", end.getString("content"));
        assertFalse(end.getBoolean("truncated"));
        assertEquals("", box.of("read_file", "path", "digits.txt", "offset", 99).getString("content"));
    }

    @Test
    void limit_splitsNoCharacter() {
        box.of("write_file", "path", "cups.txt", "content", "☕☕☕");
        var read = box.of("read_file", "path", "cups.txt", "limit", 5);
        assertEquals("☕", read.getString("content"));
        assertTrue(read.getBoolean("truncated"));
    }

    /** Case 43. */
    @Test
    void sparseFileOfTwoGigabytes_isReadWithinBounds() {
        box.run("truncate -s 2G sparse");
        long before = ServerProcess.underTest().heapAfterCollection();
        var read = box.of("read_file", "path", "sparse");
        assertTrue(read.getBoolean("truncated"));
        assertEquals(2L << 30, read.getJsonNumber("size").longValue());
        assertEquals(262_144, read.getString("content").length());
        long grown = ServerProcess.underTest().heapAfterCollection() - before;
        assertTrue(grown < 8 << 20, () -> "the heap grew by " + grown);
    }

    @Test
    void bytesThatAreNoText_nameTheOtherTool() {
        box.run("printf '\\211PNG\\377' > image.png");
        var error = box.ask("read_file", "path", "image.png").failure("invalid_parameter");
        assertTrue(error.getString("advice").contains("download_file"), error::toString);
    }

    @Test
    void whatIsNotThere_isNotFound() {
        var error = box.ask("read_file", "path", "no/such").failure("not_found");
        assertEquals("SANDBOX_FAILED_OPERATION", error.getString("code"));
        box.ask("list_files", "path", "no/such").failure("not_found");
    }

    @Test
    void wrongKindOrForbiddenPlace_isAnInvalidPath() {
        box.run("mkdir -p dir; touch file");
        for (var answer : List.of(
                box.ask("read_file", "path", "dir"),
                box.ask("write_file", "path", "dir", "content", "x"),
                box.ask("list_files", "path", "file"),
                box.ask("write_file", "path", "/usr/x", "content", "x"),
                box.ask("write_file", "path", "/etc/passwd", "content", "x"),
                box.ask("write_file", "path", "../../etc/x", "content", "x"),
                box.ask("write_file", "path", "file/below", "content", "x"),
                box.ask("read_file", "path", "nul\u0000byte"),
                box.ask("write_file", "path", "x/".repeat(3000), "content", "x"),
                box.ask("read_file", "path", ""))) {
            assertEquals("path", answer.failure("invalid_parameter").getString("field"), answer::toString);
        }
    }

    @Test
    void linkOutOfHome_leadsNowhereButTheSandbox() {
        box.run("ln -s /etc link");
        box.ask("write_file", "path", "link/x", "content", "x").failure("invalid_parameter");
        assertEquals(
                box.stdout("cat /etc/passwd"),
                box.of("read_file", "path", "link/passwd").getString("content").strip());
    }

    @Test
    void pipesAndDevices_areNotWaitedFor() {
        box.run("mkfifo pipe");
        box.ask("read_file", "path", "pipe").failure("invalid_parameter");
        box.ask("read_file", "path", "/dev/zero").failure("invalid_parameter");
        box.run("rm pipe");
    }

    @Test
    void listing_isSortedTypedAndBounded() {
        box.run("mkdir -p list/z; printf 12345 > list/a; ln -s a list/l; mkfifo list/p");
        var files = entries("list");
        assertEquals(
                List.of("a", "l", "p", "z"),
                files.stream().map(file -> file.getString("name")).toList());
        assertEquals(
                List.of("file", "symlink", "other", "directory"),
                files.stream().map(file -> file.getString("type")).toList());
        assertEquals(5, files.get(0).getInt("size"));
        assertEquals("/home/user/list/a", files.get(0).getString("path"));
        java.time.Instant.parse(files.get(0).getString("modified_at"));
        var short_ = box.of("list_files", "path", "list", "limit", 2);
        assertTrue(short_.getBoolean("truncated"));
        assertEquals(2, short_.getJsonArray("files").size());
    }

    @Test
    void listingOfNothingNamed_isTheHomeDirectory() {
        box.run("touch at-home");
        var names = box.of("list_files").getJsonArray("files").getValuesAs(JsonObject.class).stream()
                .map(file -> file.getString("name"))
                .toList();
        assertTrue(names.contains("at-home"), names::toString);
    }

    @Test
    void nameThatIsNoText_isShownAsLossy() {
        box.run("mkdir -p lossy; touch \"lossy/$(printf 'a\\377')\"");
        var file = entries("lossy").get(0);
        assertEquals("a\uFFFD", file.getString("name"));
        assertTrue(file.getBoolean("name_lossy"));
    }

    @Test
    void fullDisk_isALimitAndTheSandboxLives() {
        try (var small = Box.create()) {
            small.run("head -c 2G /dev/zero > filler");
            small.ask("write_file", "path", "more", "content", "x".repeat(1 << 20))
                    .failure("limit");
            small.run("rm filler");
            small.of("write_file", "path", "more", "content", "x");
        }
    }

    private static List<JsonObject> entries(String path) {
        return box.of("list_files", "path", path).getJsonArray("files").getValuesAs(JsonObject.class);
    }
}
