package dev.sandgate.tools.transfer;

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
import jakarta.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** L1: binary transfer. Case 32 as far as a fake goes. */
class TransferToolsTest {
    private static final String ABC_SHA256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    private static final String EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    private final House house = new House();
    private final Caller me = session("me");
    private final ToolCaller upload = ToolCaller.of(new UploadFile(house.conversations), me);
    private final ToolCaller download = ToolCaller.of(new DownloadFile(house.conversations), me);

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void everyByte_comesBack() {
        var bytes = new byte[1024];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        var given = Base64.getEncoder().encodeToString(bytes);

        var sent = upload.call("{'path':'deep/all','content_base64':'" + given + "'}");
        var got = download.call("{'path':'deep/all'}");

        assertEquals(Set.of("success", "sandbox_id", "path", "bytes_written", "size", "sha256"), sent.keySet());
        assertEquals(1024, sent.getInt("bytes_written"));
        assertEquals(1024, sent.getInt("size"));
        assertEquals(
                Set.of(
                        "sandbox_id",
                        "path",
                        "content_base64",
                        "offset",
                        "length",
                        "size",
                        "eof",
                        "sha256",
                        "mime_type"),
                got.keySet());
        assertEquals(given, got.getString("content_base64"));
        assertEquals(sent.getString("sha256"), got.getString("sha256"));
        assertEquals(1024, got.getInt("length"));
        assertTrue(got.getBoolean("eof"));
    }

    @Test
    void pieces_goWhereTheirOffsetSays() {
        assertEquals(3, upload("f", 0, "abc").getInt("size"));
        assertEquals(6, upload("f", 3, "def").getInt("size"));
        var inside = upload("f", 1, "BC");
        assertEquals(6, inside.getInt("size"));
        assertEquals(2, inside.getInt("bytes_written"));

        var piece = download.call("{'path':'f','offset':1,'length':3}");

        assertEquals("BCd", text(piece.getString("content_base64")));
        assertFalse(piece.getBoolean("eof"));
        assertEquals(6, piece.getInt("size"));
        assertTrue(download.call("{'path':'f','offset':3,'length':3}").getBoolean("eof"));
        assertEquals(1, upload("f", 0, "x").getInt("size"));
    }

    @Test
    void sha256_isOfTheBytesOfThisCall() {
        upload("f", 0, "xabcx");
        assertEquals(ABC_SHA256, upload("f", 1, "abc").getString("sha256"));
        assertEquals(
                ABC_SHA256, download.call("{'path':'f','offset':1,'length':3}").getString("sha256"));
    }

    @Test
    void emptyFile_isAFile() {
        assertEquals(EMPTY_SHA256, upload("f", 0, "").getString("sha256"));

        var got = download.call("{'path':'f'}");

        assertEquals("", got.getString("content_base64"));
        assertEquals(EMPTY_SHA256, got.getString("sha256"));
        assertTrue(got.getBoolean("eof"));
    }

    @Test
    void readingPastTheEnd_isEmpty() {
        upload("f", 0, "abc");

        var got = download.call("{'path':'f','offset':99}");

        assertEquals(0, got.getInt("length"));
        assertEquals(3, got.getInt("size"));
        assertTrue(got.getBoolean("eof"));
    }

    @Test
    void offsetBeyondTheEnd_isABadArgumentAndChangesNothing() {
        upload("f", 0, "abc");

        upload.assertRefuses("offset", "{'path':'f','content_base64':'eA==','offset':4}");

        assertEquals(3, download.call("{'path':'f'}").getInt("size"));
    }

    @Test
    void missingFile_isNotFound() {
        var missing = Failure.of(Situation.FILE_NOT_FOUND).at("path");

        assertEquals(missing, download.failure("{'path':'none'}"));
        assertEquals(missing, upload.failure("{'path':'none','content_base64':'eA==','offset':1}"));
    }

    @ParameterizedTest
    @CsvSource({
        "image.bin,\\211PNG\\r\\n\\032\\n\\0\\0\\0\\rIHDR,image/png",
        "doc,%PDF-1.7\\n,application/pdf",
        "notes.txt,hello,text/plain",
        "page.html,<!doctype html><html></html>,text/html",
        "blob,\\001\\002\\003\\377\\376,application/octet-stream",
    })
    void mimeType_isByContent(String name, String printed, String mimeType) {
        house.conversations
                .of(me)
                .use(Optional.empty())
                .workspace()
                .run(command("printf '" + printed.replace("%P", "%%P") + "' > " + name, 10));

        assertEquals(mimeType, download.call("{'path':'" + name + "'}").getString("mime_type"));
        assertEquals(
                mimeType,
                download.call("{'path':'" + name + "','offset':2,'length':1}").getString("mime_type"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "path|{'content_base64':''}",
                "path|{'path':null,'content_base64':''}",
                "path|{'path':'','content_base64':''}",
                "path|{'path':7,'content_base64':''}",
                "path|{'path':'a\\u0000b','content_base64':''}",
                "content_base64|{'path':'f'}",
                "content_base64|{'path':'f','content_base64':null}",
                "content_base64|{'path':'f','content_base64':true}",
                "content_base64|{'path':'f','content_base64':'a'}",
                "content_base64|{'path':'f','content_base64':'ab-_'}",
                "content_base64|{'path':'f','content_base64':'eA==eA=='}",
                "content_base64|{'path':'f','content_base64':'ü'}",
                "offset|{'path':'f','content_base64':'','offset':-1}",
                "offset|{'path':'f','content_base64':'','offset':1.5}",
                "offset|{'path':'f','content_base64':'','offset':'1'}",
                "offset|{'path':'f','content_base64':'','offset':true}",
                "offset|{'path':'f','content_base64':'','offset':99999999999999999999}",
                "content|{'path':'f','content_base64':'','content':'x'}",
            })
    void badArgumentOfUpload_isNamedBeforeAnyCall(String field, String arguments) {
        upload.assertRefuses(field, arguments);
        assertEquals(0, house.provider.calls());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "path|{}",
                "path|{'path':''}",
                "offset|{'path':'f','offset':-1}",
                "length|{'path':'f','length':0}",
                "length|{'path':'f','length':8388609}",
                "length|{'path':'f','length':true}",
                "limit|{'path':'f','limit':1}",
            })
    void badArgumentOfDownload_isNamedBeforeAnyCall(String field, String arguments) {
        download.assertRefuses(field, arguments);
        assertEquals(0, house.provider.calls());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "fake:", "nobody:abc", "a:b:c"})
    void malformedSandboxId_isNamedBeforeAnyCall(String id) {
        upload.assertRefuses("sandbox_id", "{'path':'f','content_base64':'','sandbox_id':'" + id + "'}");
        download.assertRefuses("sandbox_id", "{'path':'f','sandbox_id':'" + id + "'}");
        assertEquals(0, house.provider.calls());
    }

    @Test
    void annotations_areTrue() {
        assertTrue(download.annotations().getBoolean("readOnlyHint"));
        assertTrue(upload.annotations().getBoolean("destructiveHint"));
    }

    private JsonObject upload(String path, long offset, String text) {
        var given = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        return upload.call("{'path':'" + path + "','content_base64':'" + given + "','offset':" + offset + "}");
    }

    private static String text(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }
}
