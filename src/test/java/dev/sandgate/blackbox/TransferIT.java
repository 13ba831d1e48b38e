package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.json.JsonObject;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code upload_file} and {@code download_file} (L1). Cases 32 and 42. */
class TransferIT {
    private static final int PIECE = 8 << 20;

    private static Box box;

    @BeforeAll
    static void create() {
        box = Box.create();
    }

    @AfterAll
    static void kill() {
        box.close();
    }

    @Test
    void everyByteAndAPicture_comeBack() {
        byte[] bytes = new byte[1032];
        System.arraycopy(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}, 0, bytes, 0, 8);
        for (int i = 8; i < bytes.length; i++) {
            bytes[i] = (byte) (i - 8);
        }
        var sent = upload("picture", 0, bytes);
        var got = box.of("download_file", "path", "picture");
        assertArrayEquals(bytes, bytes(got));
        assertEquals(sha256(bytes), sent.getString("sha256"));
        assertEquals(sha256(bytes), got.getString("sha256"));
        assertEquals(sha256(bytes), box.stdout("sha256sum < picture").substring(0, 64));
        assertEquals("image/png", got.getString("mime_type"));
        assertEquals(box.id(), got.getString("sandbox_id"));
    }

    @Test
    void nothing_isAFileToo() {
        assertEquals(0, upload("nothing", 0, new byte[0]).getInt("size"));
        var got = box.of("download_file", "path", "nothing");
        assertEquals(0, got.getInt("length"));
        assertTrue(got.getBoolean("eof"));
        assertEquals("0", box.stdout("stat -c %s nothing"));
    }

    @Test
    void twentyFiveMebibytes_goAndComeInPieces() {
        byte[] bytes = new byte[25 << 20];
        new Random(25).nextBytes(bytes);
        for (int at = 0; at < bytes.length; at += PIECE) {
            var piece = Arrays.copyOfRange(bytes, at, Math.min(at + PIECE, bytes.length));
            assertEquals(at + piece.length, upload("big", at, piece).getInt("size"));
        }
        assertEquals(sha256(bytes), box.stdout("sha256sum < big").substring(0, 64));
        byte[] back = new byte[bytes.length];
        for (int at = 0; at < back.length; ) {
            var piece = box.of("download_file", "path", "big", "offset", at);
            System.arraycopy(bytes(piece), 0, back, at, piece.getInt("length"));
            at += piece.getInt("length");
            assertEquals(at == back.length, piece.getBoolean("eof"));
        }
        assertArrayEquals(bytes, back);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b\"'$;中文.txt", "-rf", "new\nline", "*", "$(id)"})
    void oddNames_areNames(String name) {
        byte[] bytes = new byte[256 << 10];
        new Random(name.hashCode()).nextBytes(bytes);
        upload("odd/" + name, 0, bytes);
        assertArrayEquals(bytes, bytes(box.of("download_file", "path", "odd/" + name)));
        assertTrue(box.of("file_exists", "path", "odd/" + name).getBoolean("exists"));
        box.of("remove_file", "path", "odd/" + name);
        assertFalse(box.of("file_exists", "path", "odd/" + name).getBoolean("exists"));
    }

    @Test
    void wrongKindOrForbiddenPlace_isAnInvalidPath() {
        box.run("mkdir -p dir; touch file; ln -sf /etc link; mkfifo pipe");
        for (var answer : List.of(
                box.ask("upload_file", "path", "dir", "content_base64", ""),
                box.ask("upload_file", "path", "/etc/x", "content_base64", ""),
                box.ask("upload_file", "path", "../../etc/x", "content_base64", ""),
                box.ask("upload_file", "path", "link/x", "content_base64", ""),
                box.ask("upload_file", "path", "file/below", "content_base64", ""),
                box.ask("upload_file", "path", "pipe", "content_base64", "eA==", "offset", 0),
                box.ask("download_file", "path", "dir"),
                box.ask("download_file", "path", "pipe"),
                box.ask("make_directory", "path", "file"),
                box.ask("make_directory", "path", "/usr/x"),
                box.ask("remove_file", "path", "/etc/passwd"),
                box.ask("remove_file", "path", "/home/user"))) {
            assertEquals("path", answer.failure("invalid_parameter").getString("field"), answer::toString);
        }
        box.ask("upload_file", "path", "file", "content_base64", "eA==", "offset", 1)
                .failure("invalid_parameter");
        box.ask("download_file", "path", "none").failure("not_found");
        box.ask("remove_file", "path", "none").failure("not_found");
        assertEquals("0", box.stdout("stat -c %s file"));
    }

    @Test
    void directories_areMadeAndRemovedWhole() {
        box.of("make_directory", "path", "tree/a/b");
        box.of("make_directory", "path", "tree/a/b");
        box.run("touch tree/a/f tree/a/b/g");
        box.of("remove_file", "path", "tree");
        assertFalse(box.of("file_exists", "path", "tree").getBoolean("exists"));
    }

    @Test
    void fullDisk_isALimitAndKeepsTheFormerFile() {
        try (var small = Box.create()) {
            small.of("upload_file", "path", "kept", "content_base64", "eA==");
            small.run("head -c 2G /dev/zero > filler");
            var more = Base64.getEncoder().encodeToString(new byte[1 << 20]);
            small.ask("upload_file", "path", "kept", "content_base64", more).failure("limit");
            small.ask("upload_file", "path", "kept", "content_base64", more, "offset", 1)
                    .failure("limit");
            assertEquals("x", small.stdout("head -c 1 kept"));
        }
    }

    private static JsonObject upload(String path, int offset, byte[] bytes) {
        return box.of(
                "upload_file",
                "path",
                path,
                "content_base64",
                Base64.getEncoder().encodeToString(bytes),
                "offset",
                offset);
    }

    private static byte[] bytes(JsonObject piece) {
        return Base64.getDecoder().decode(piece.getString("content_base64"));
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
