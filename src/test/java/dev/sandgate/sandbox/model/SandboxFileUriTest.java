package dev.sandgate.sandbox.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxFileUriTest {

    @ParameterizedTest
    @CsvSource({
        "abc1, /home/user/a.txt, sandbox://abc1/home/user/a.txt",
        "local:abc1, /tmp/a b%?#, sandbox://local%3Aabc1/tmp/a%20b%25%3F%23",
        "a_b.C-d, /ünï/☕, sandbox://a_b.C-d/%C3%BCn%C3%AF/%E2%98%95",
        "abc1, //x, sandbox://abc1//x"
    })
    void uri_goesThereAndBack(String sandbox, String path, String uri) {
        var file = new SandboxFileUri(SandboxRef.parse(sandbox), path);
        assertEquals(uri, file.text());
        assertEquals(uri, URI.create(uri).toString());
        assertEquals(Optional.of(file), SandboxFileUri.parse(uri));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sandbox://local:abc1/home%2Fuser%2fa%20b", "sandbox://local%3aabc1/home/user/a b"})
    void otherSpellings_meanTheSame(String uri) {
        var file = new SandboxFileUri(SandboxRef.parse("local:abc1"), "/home/user/a b");
        assertEquals(Optional.of(file), SandboxFileUri.parse(uri));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "sandbox:/abc1/x",
                "sandbox://",
                "sandbox://abc1",
                "sandbox:///x",
                "sandbox://-/x",
                "sandbox://A:abc1/x",
                "sandbox://abc1/x?y",
                "sandbox://abc1/x#y",
                "sandbox://abc1/%",
                "sandbox://abc1/%4",
                "sandbox://abc1/%zz",
                "sandbox://abc1/%ff",
                "sandbox://abc1/%00",
                "file:///etc/passwd"
            })
    void anythingElse_isNone(String uri) {
        assertEquals(Optional.empty(), SandboxFileUri.parse(uri));
    }

    @Test
    void relativePath_isNone() {
        var sandbox = SandboxRef.parse("abc1");
        assertThrows(IllegalArgumentException.class, () -> new SandboxFileUri(sandbox, "x"));
    }

    @Test
    void mimeType_isTheNames() {
        var sandbox = SandboxRef.parse("abc1");
        assertEquals(Optional.of("image/png"), new SandboxFileUri(sandbox, "/a.txt/b.png").mimeType());
        assertEquals(Optional.empty(), new SandboxFileUri(sandbox, "/a.png/b").mimeType());
    }
}
