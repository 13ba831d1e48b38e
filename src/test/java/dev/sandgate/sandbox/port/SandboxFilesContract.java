package dev.sandgate.sandbox.port;

import static dev.sandgate.sandbox.port.SandboxProviderContract.LONG;
import static dev.sandgate.sandbox.port.SandboxProviderContract.assertFailsAt;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.FileEntry;
import dev.sandgate.sandbox.model.OutputLimits;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.Situation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The files of a sandbox, as every provider must serve them. Long because it is a list: one short test a promise. */
public abstract class SandboxFilesContract {
    private static final int SLICE = 1_048_576;

    private Sandbox sandbox;
    private SandboxConnection connection;

    protected abstract SandboxProvider provider();

    @BeforeEach
    void open() {
        sandbox = provider().create(SandboxSpec.lasting(LONG));
        connection = provider().connect(sandbox.id());
    }

    @AfterEach
    void close() {
        connection.close();
        provider().kill(sandbox.id());
    }

    @Test
    void everyByte_survivesUnderAnOddName() {
        byte[] bytes = new byte[1024];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        String name = "a b\"'$;*\\\n-中文☕.txt";

        assertEquals(bytes.length, write(name, bytes));

        assertArrayEquals(bytes, read(name));
        var entry = connection.list(".", 10).files().get(0);
        assertEquals(name, entry.name());
        assertEquals("/home/user/" + name, entry.path());
        assertFalse(entry.nameLossy());
    }

    @Test
    void emptyFile_isAFile() {
        write("empty", new byte[0]);

        var slice = connection.read("empty", 0, 10);

        assertEquals(0, slice.size());
        assertEquals(0, slice.bytes().length);
        assertTrue(slice.reachesEnd());
    }

    @Test
    void bigFile_isReadInSlices() {
        byte[] bytes = new byte[3 * SLICE + 17];
        new Random(1).nextBytes(bytes);

        assertEquals(bytes.length, write("/tmp/big", bytes));

        byte[] back = new byte[bytes.length];
        for (int at = 0; at < back.length; ) {
            var slice = connection.read("/tmp/big", at, SLICE);
            assertEquals(at, slice.offset());
            assertEquals(back.length, slice.size());
            assertTrue(slice.bytes().length > 0);
            System.arraycopy(slice.bytes(), 0, back, at, slice.bytes().length);
            at += slice.bytes().length;
        }
        assertArrayEquals(bytes, back);
    }

    @Test
    void readingPastTheEnd_isEmptyAndKnowsTheSize() {
        write("short", text("abc"));

        var slice = connection.read("short", 10, 5);

        assertEquals(0, slice.bytes().length);
        assertEquals(3, slice.size());
        assertArrayEquals(text("bc"), connection.read("short", 1, 5).bytes());
        assertArrayEquals(text("b"), connection.read("short", 1, 1).bytes());
    }

    @Test
    void writing_makesParentsAndReplacesTheWhole() {
        write("deep/er/file", text("a long first text"));
        write("deep/er/file", text("brief"));

        assertArrayEquals(text("brief"), read("/home/user/deep/er/file"));
        assertArrayEquals(text("brief"), read("deep/../deep/./er/file"));
    }

    @Test
    @SuppressWarnings("InputStreamSlowMultibyteRead") // slow is well enough here
    void failingSource_leavesTheFormerFile() {
        write("kept", text("former"));

        var broken = new InputStream() {
            private int left = 100_000;

            @Override
            public int read() throws IOException {
                if (left-- > 0) {
                    return 'x';
                }
                throw new IOException("torn");
            }
        };

        assertThrows(RuntimeException.class, () -> connection.write("kept", broken));
        assertArrayEquals(text("former"), read("kept"));
        assertEquals(1, connection.list(".", 10).files().size());
    }

    @Test
    void writing_keepsTheModeOfTheFile() {
        run("echo 'echo one' > script; chmod 755 script");

        write("script", text("echo two\n"));

        assertEquals("two\n", run("./script"));
    }

    @Test
    void commandAndFiles_seeTheSame() {
        write("dir/in", text("to the command"));
        assertEquals("to the command", run("cat dir/in; printf 'from the command' > dir/out"));

        assertArrayEquals(text("from the command"), read("dir/out"));
    }

    @Test
    void missingFile_isFileNotFound() {
        assertFailsAt("path", Situation.FILE_NOT_FOUND, () -> read("nothing"));
        assertFailsAt("path", Situation.FILE_NOT_FOUND, () -> read("no/thing"));
        assertFailsAt("path", Situation.FILE_NOT_FOUND, () -> connection.list("nothing", 10));
        assertEquals(Optional.empty(), connection.stat("nothing"));
        assertEquals(Optional.empty(), connection.stat("no/thing"));
    }

    @Test
    void wrongKind_isABadArgument() {
        write("file", text("x"));
        run("mkdir dir");

        assertFailsAt("path", Situation.BAD_ARGUMENT, () -> read("dir"));
        assertFailsAt("path", Situation.BAD_ARGUMENT, () -> write("dir", text("x")));
        assertFailsAt("path", Situation.BAD_ARGUMENT, () -> write("file/below", text("x")));
        assertFailsAt("path", Situation.BAD_ARGUMENT, () -> connection.list("file", 10));
        assertFailsAt("path", Situation.BAD_ARGUMENT, () -> read("null\0byte"));
    }

    @Test
    void outsideOfWhatMayBeWritten_nothingIsWritten() {
        assertFailsAt("path", Situation.BAD_ARGUMENT, () -> write("/etc/sandgate-contract", text("x")));
        assertFailsAt("path", Situation.BAD_ARGUMENT, () -> write("../../etc/sandgate-contract", text("x")));
        assertEquals(Optional.empty(), connection.stat("/etc/sandgate-contract"));
    }

    @Test
    void writingAt_replacesWhatLiesThereAndGrowsTheFile() {
        write("file", text("0123456789"));

        assertEquals(10, connection.writeAt("file", 3, text("abc")));
        assertEquals(12, connection.writeAt("file", 10, text("xy")));
        assertEquals(13, connection.writeAt("/home/user/./file", 11, text("z!")));
        assertEquals(13, connection.writeAt("file", 13, new byte[0]));

        assertArrayEquals(text("012abc6789xz!"), read("file"));
    }

    @Test
    void writingAt_takesMoreThanOneSlice() {
        byte[] bytes = new byte[2 * SLICE + 5];
        new Random(2).nextBytes(bytes);
        write("odd \n'name☕", text("ab"));

        assertEquals(bytes.length + 1, connection.writeAt("odd \n'name☕", 1, bytes));

        assertArrayEquals(bytes, connection.read("odd \n'name☕", 1, 3 * SLICE).bytes());
    }

    @Test
    void writingAt_keepsModeAndFollowsLinks() {
        run("echo 'echo one' > script; chmod 755 script; ln -s script link");

        connection.writeAt("link", 5, text("two"));

        assertEquals("two\n", run("./script"));
        assertEquals(
                FileEntry.Type.SYMLINK, connection.stat("link").orElseThrow().type());
    }

    @Test
    void writingAt_wantsAFileAndAPlaceInIt() {
        write("file", text("abc"));
        run("mkdir dir");

        assertFailsAt("path", Situation.FILE_NOT_FOUND, () -> connection.writeAt("nothing", 0, text("x")));
        assertFailsAt("path", Situation.BAD_ARGUMENT, () -> connection.writeAt("dir", 0, text("x")));
        assertFailsAt("path", Situation.BAD_ARGUMENT, () -> connection.writeAt("/etc/passwd", 0, text("x")));
        assertFailsAt("offset", Situation.BAD_ARGUMENT, () -> connection.writeAt("file", 4, text("x")));
        assertFailsAt("offset", Situation.BAD_ARGUMENT, () -> connection.writeAt("file", -1, text("x")));
        assertFailsAt("offset", Situation.BAD_ARGUMENT, () -> connection.writeAt("file", Long.MAX_VALUE, text("x")));
        assertEquals(Optional.empty(), connection.stat("nothing"));
        assertArrayEquals(text("abc"), read("file"));
    }

    @Test
    void makingADirectory_makesItsParentsAndIsHarmlessTwice() {
        connection.makeDirectory("a b/c'☕/d");
        write("a b/c'☕/d/file", text("x"));
        connection.makeDirectory("/home/user/a b/c'☕/d/");
        connection.makeDirectory(".");
        connection.makeDirectory("/tmp/there");

        assertEquals("there\n", run("[ -d \"a b/c'☕/d\" ] && echo there"));
        assertEquals(
                FileEntry.Type.DIRECTORY,
                connection.stat("/tmp/there").orElseThrow().type());
        assertArrayEquals(text("x"), read("a b/c'☕/d/file"));
    }

    @Test
    void makingADirectory_whereItCannotBe_isABadArgument() {
        write("file", text("abc"));
        run("ln -s nowhere broken; mkdir dir; ln -s dir link");

        assertFailsAt("path", Situation.BAD_ARGUMENT, () -> connection.makeDirectory("file"));
        assertFailsAt("path", Situation.BAD_ARGUMENT, () -> connection.makeDirectory("file/below"));
        assertFailsAt("path", Situation.BAD_ARGUMENT, () -> connection.makeDirectory("broken"));
        assertFailsAt("path", Situation.BAD_ARGUMENT, () -> connection.makeDirectory("/etc/sandgate-contract"));
        connection.makeDirectory("link");
        assertArrayEquals(text("abc"), read("file"));
    }

    @Test
    void removing_takesFilesLinksAndWholeTrees() {
        run("mkdir -p kept tree/a/b 'odd \"name'; touch kept/file tree/a/b/file 'odd \"name/-rf' plain;"
                + " ln -s ../../../kept tree/a/b/link; ln -s kept link; ln -s nowhere broken; mkdir -m 500 tree/empty");

        connection.remove("tree");
        connection.remove("link");
        connection.remove("broken");
        connection.remove("/home/user/odd \"name");
        connection.remove("./plain");

        assertEquals("kept\nkept/file\n", run("find * | sort"));
    }

    @Test
    void removing_aLinkByANameOfADirectory_leavesWhatItPointsTo() {
        run("mkdir kept; touch kept/file; ln -s kept link");

        connection.remove("link/");

        assertEquals("kept\nkept/file\n", run("find * | sort"));
    }

    @Test
    void removing_manyLevelsDeep() {
        run("for i in $(seq 300); do mkdir d; touch f; cd d; done");

        connection.remove("d");

        assertEquals("f\n", run("ls"));
    }

    @Test
    void removing_whatIsNotThereOrMayNotGo_fails() {
        run("mkdir sub; touch file");

        assertFailsAt("path", Situation.FILE_NOT_FOUND, () -> connection.remove("nothing"));
        assertFailsAt("path", Situation.FILE_NOT_FOUND, () -> connection.remove("no/thing"));
        for (var never :
                List.of(".", "/home/user", "/home/user/", "/", "/home", "/tmp", "sub/..", "..", "/etc/passwd")) {
            assertFailsAt("path", Situation.BAD_ARGUMENT, () -> connection.remove(never));
        }
        assertEquals("file\nsub\n", run("ls"));
    }

    @Test
    void list_isSortedAndSaysWhatThingsAre() {
        run("mkdir b; ln -s b link; printf 12345 > a; touch Z ä; mkfifo pipe; mkdir b/below");

        var files = connection.list(".", 100).files();

        assertEquals(
                List.of("Z", "a", "b", "link", "pipe", "ä"),
                files.stream().map(FileEntry::name).toList());
        assertEquals(
                List.of(
                        FileEntry.Type.FILE,
                        FileEntry.Type.FILE,
                        FileEntry.Type.DIRECTORY,
                        FileEntry.Type.SYMLINK,
                        FileEntry.Type.OTHER,
                        FileEntry.Type.FILE),
                files.stream().map(FileEntry::type).toList());
        assertEquals(5, files.get(1).size());
        assertEquals("/home/user/a", files.get(1).path());
        assertEquals(
                "/home/user/b/below", connection.list("b", 100).files().get(0).path());
    }

    @Test
    void list_isCutAtItsLimit() {
        run("touch 1 2 3");

        var two = connection.list(".", 2);
        var three = connection.list("/home/user", 3);

        assertEquals(
                List.of("1", "2"), two.files().stream().map(FileEntry::name).toList());
        assertTrue(two.truncated());
        assertEquals(3, three.files().size());
        assertFalse(three.truncated());
    }

    @Test
    void nameThatIsNotText_isShownLossy() {
        run("touch $'x\\377y'");

        var entry = connection.list(".", 10).files().get(0);

        assertEquals("x\uFFFDy", entry.name());
        assertTrue(entry.nameLossy());
    }

    @Test
    void stat_doesNotFollowLinks() {
        run("printf 12345 > target; ln -s target link; ln -s nowhere broken");

        assertEquals(
                FileEntry.Type.SYMLINK, connection.stat("link").orElseThrow().type());
        assertEquals(
                FileEntry.Type.SYMLINK, connection.stat("broken").orElseThrow().type());
        var entry = connection.stat("target").orElseThrow();
        assertEquals(5, entry.size());
        assertEquals("target", entry.name());
        assertEquals("/home/user/target", entry.path());
    }

    @Test
    void otherSandbox_doesNotSeeTheFiles() {
        write("secret", text("x"));
        var other = provider().create(SandboxSpec.lasting(LONG));
        try (var elsewhere = provider().connect(other.id())) {
            assertEquals(Optional.empty(), elsewhere.stat("secret"));
        } finally {
            provider().kill(other.id());
        }
    }

    private long write(String path, byte[] bytes) {
        return connection.write(path, new ByteArrayInputStream(bytes));
    }

    private byte[] read(String path) {
        return connection.read(path, 0, SLICE).bytes();
    }

    private String run(String line) {
        var command = new Command(line, Optional.empty(), Map.of(), Duration.ofMinutes(1));
        var result = connection.run(command, new OutputLimits(65_536, 0));
        assertEquals(Optional.of(0), result.exitCode(), () -> result.stderr().text());
        return result.stdout().text();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
