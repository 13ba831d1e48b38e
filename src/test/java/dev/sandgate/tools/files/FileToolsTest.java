package dev.sandgate.tools.files;

import static dev.sandgate.sandbox.conversation.House.command;
import static dev.sandgate.sandbox.conversation.House.session;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.mcp.tool.ToolCaller;
import dev.sandgate.sandbox.conversation.House;
import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.Situation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract's rules for text files, directories and names (L1). */
class FileToolsTest {
    private final House house = new House();
    private final Caller me = session("me");
    private final ToolCaller read = ToolCaller.of(new ReadFile(house.conversations), me);
    private final ToolCaller write = ToolCaller.of(new WriteFile(house.conversations), me);
    private final ToolCaller list = ToolCaller.of(new ListFiles(house.conversations), me);

    private final ToolCaller exists = ToolCaller.of(new FileExists(house.conversations), me);
    private final ToolCaller make = ToolCaller.of(new MakeDirectory(house.conversations), me);
    private final ToolCaller remove = ToolCaller.of(new RemoveFile(house.conversations), me);

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void written_isReadBack() {
        var written = write.call("{'path':'dir/ü b.txt','content':'a☕\\u0000b'}");
        assertEquals(Set.of("success", "sandbox_id", "bytes_written"), written.keySet());
        assertEquals(6, written.getInt("bytes_written"));

        var content = read.call("{'path':'/home/user/dir/ü b.txt','encoding':'utf-8'}");

        assertEquals(Set.of("sandbox_id", "content", "size", "truncated"), content.keySet());
        assertEquals("a☕\0b", content.getString("content"));
        assertEquals(6, content.getInt("size"));
        assertFalse(content.getBoolean("truncated"));
    }

    @Test
    void sliceOfAFile_saysThatItGoesOn() {
        write.call("{'path':'f','content':'a☕b'}");

        var first = read.call("{'path':'f','limit':3}");
        var rest = read.call("{'path':'f','offset':3,'limit':3}");

        assertEquals("a", first.getString("content"));
        assertTrue(first.getBoolean("truncated"));
        assertEquals("☕b", rest.getString("content"));
        assertFalse(rest.getBoolean("truncated"));
        assertEquals("", read.call("{'path':'f','offset':100}").getString("content"));
    }

    @Test
    void binaryFile_isRefused() {
        run("printf '\\377' > f");

        assertEquals(Situation.NOT_TEXT, read.failure("{'path':'f'}").situation());
    }

    @Test
    void listing_showsHomeSortedWithTypes() {
        run("mkdir b; printf 123 > a; ln -s a c; touch .hidden $'x\\377'");

        var listing = list.call("{}");

        assertEquals(Set.of("sandbox_id", "files", "truncated"), listing.keySet());
        var files = listing.getJsonArray("files");
        assertEquals(".hidden", files.getJsonObject(0).getString("name"));
        var a = files.getJsonObject(1);
        assertEquals(Set.of("name", "path", "type", "size", "modified_at"), a.keySet());
        assertEquals("/home/user/a", a.getString("path"));
        assertEquals("file", a.getString("type"));
        assertEquals(3, a.getInt("size"));
        assertEquals("directory", files.getJsonObject(2).getString("type"));
        assertEquals("symlink", files.getJsonObject(3).getString("type"));
        assertTrue(files.getJsonObject(4).getBoolean("name_lossy"));
        assertTrue(list.call("{'limit':1}").getBoolean("truncated"));
    }

    @Test
    void missingFile_isNotFound() {
        var missing = Failure.of(Situation.FILE_NOT_FOUND).at("path");

        assertEquals(missing, read.failure("{'path':'none'}"));
        assertEquals(missing, list.failure("{'path':'none'}"));
    }

    @Test
    void existence_isOfTheNameItself() {
        run("mkdir dir; ln -s nowhere broken; touch file");

        assertEquals(
                Set.of("exists", "sandbox_id"), exists.call("{'path':'file'}").keySet());
        for (String there : List.of("file", "dir", "broken", ".", "/home/user/dir")) {
            assertTrue(exists.call("{'path':'" + there + "'}").getBoolean("exists"), there);
        }
        for (String missing : List.of("none", "none/below", "file/below", "/no/such")) {
            assertFalse(exists.call("{'path':'" + missing + "'}").getBoolean("exists"), missing);
        }
    }

    @Test
    void makingADirectory_makesParentsAndMayBeRepeated() {
        assertEquals(
                Set.of("success", "sandbox_id"), make.call("{'path':'a/b/c'}").keySet());
        assertTrue(make.call("{'path':'a/b/c'}").getBoolean("success"));
        assertEquals(
                "directory",
                list.call("{'path':'a/b'}")
                        .getJsonArray("files")
                        .getJsonObject(0)
                        .getString("type"));
        write.call("{'path':'file','content':''}");
        make.assertRefuses("path", "{'path':'file'}");
        make.assertRefuses("path", "{'path':'file/below'}");
        make.assertRefuses("path", "{'path':'/etc/x'}");
    }

    @Test
    void removing_takesFilesLinksAndTreesButNotWhatLinksPointTo() {
        run("mkdir -p tree/deep kept; touch tree/deep/f kept/f file; ln -s kept link");

        assertEquals(
                Set.of("success", "sandbox_id"), remove.call("{'path':'file'}").keySet());
        remove.call("{'path':'tree'}");
        remove.call("{'path':'link'}");

        assertEquals(1, list.call("{}").getJsonArray("files").size());
        assertTrue(exists.call("{'path':'kept/f'}").getBoolean("exists"));
        assertEquals(Failure.of(Situation.FILE_NOT_FOUND).at("path"), remove.failure("{'path':'file'}"));
        remove.assertRefuses("path", "{'path':'/etc/passwd'}");
    }

    @Test
    void badPath_isNamedBeforeAnyCall() {
        for (var tool : List.of(exists, make, remove)) {
            for (String arguments : List.of(
                    "{}",
                    "{'path':null}",
                    "{'path':''}",
                    "{'path':7}",
                    "{'path':true}",
                    "{'path':['x']}",
                    "{'path':'a\\u0000b'}",
                    "{'path':'" + "x".repeat(10_000) + "'}")) {
                tool.assertRefuses("path", arguments);
            }
            tool.assertRefuses("recursive", "{'path':'x','recursive':true}");
            tool.assertRefuses("sandbox_id", "{'path':'x','sandbox_id':'a:b:c'}");
        }
        assertEquals(0, house.provider.calls());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "path|{}",
                "path|{'path':''}",
                "path|{'path':'a\\u0000b'}",
                "encoding|{'path':'f','encoding':'latin-1'}",
                "offset|{'path':'f','offset':-1}",
                "limit|{'path':'f','limit':0}",
                "limit|{'path':'f','limit':1048577}",
                "limit|{'path':'f','limit':'9'}",
                "length|{'path':'f','length':9}",
            })
    void badArgumentOfRead_isNamedBeforeAnyCall(String field, String arguments) {
        read.assertRefuses(field, arguments);
        assertEquals(0, house.provider.calls());
    }

    @Test
    void badArgumentOfWriteAndList_isNamedBeforeAnyCall() {
        write.assertRefuses("content", "{'path':'f'}");
        write.assertRefuses("content", "{'path':'f','content':null}");
        write.assertRefuses("content", "{'path':'f','content':'\\ud800'}");
        write.assertRefuses("path", "{'content':'x'}");
        list.assertRefuses("limit", "{'limit':0}");
        list.assertRefuses("path", "{'path':''}");
        assertEquals(0, house.provider.calls());
    }

    @Test
    void placeThatMayNotBeWritten_isABadArgument() {
        write.assertRefuses("path", "{'path':'../../etc/x','content':'x'}");
    }

    @Test
    void annotations_areTrue() {
        assertTrue(read.annotations().getBoolean("readOnlyHint"));
        assertTrue(list.annotations().getBoolean("readOnlyHint"));
        assertTrue(write.annotations().getBoolean("destructiveHint"));
        assertTrue(write.annotations().getBoolean("idempotentHint"));
        assertTrue(exists.annotations().getBoolean("readOnlyHint"));
        assertFalse(make.annotations().getBoolean("destructiveHint"));
        assertTrue(remove.annotations().getBoolean("destructiveHint"));
    }

    private void run(String line) {
        house.conversations.of(me).use(Optional.empty()).workspace().run(command(line, 10));
    }
}
