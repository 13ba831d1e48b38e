package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.blackbox.Wire.Body;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoint as HTTP: methods, media types, origins, sizes. Cases 41 and 43. */
class TransportIT {

    private final Mcp modern = Mcp.modern();
    private final Mcp legacy = Mcp.stranger();

    @Test
    void get_isNotAllowedAndSaysWhatIs() {
        for (var client : List.of(modern, legacy, legacy.with("Accept", "text/event-stream"))) {
            var allow = client.get().status(405).header("Allow").orElseThrow();
            assertTrue(allow.contains("POST"), allow);
            assertFalse(allow.contains("GET"), allow);
        }
    }

    @Test
    void deleteThatAnnouncesTheModernEra_isNotAllowed() {
        modern.delete().status(405);
        modern.with("Mcp-Session-Id", "whatever").delete().status(405);
    }

    @Test
    void delete_wantsASessionThatLives() {
        legacy.delete().status(400);
        legacy.with("Mcp-Session-Id", "no-such-session").delete().status(404);
        var session = Mcp.legacy();
        session.delete().status(204);
        session.delete().status(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://evil.example",
                "https://localhost.evil.example",
                "http://localhost.evil.example:9080",
                "http://evil-localhost",
                "http://localhost@evil.example",
                "http://127.0.0.1.evil.example",
                "null",
                "file://",
                "http://8000-abcdefgh.localhost:9080"
            })
    void foreignOrigin_isForbidden(String origin) {
        modern.with("Origin", origin).request("server/discover").status(403);
        legacy.with("Origin", origin).initialize(Mcp.LEGACY).status(403);
    }

    @Test
    void ownOrigin_isServed() {
        modern.with("Origin", Server.root().toString())
                .request("server/discover")
                .result();
        modern.with("Origin", "http://127.0.0.1:" + Server.port())
                .request("server/discover")
                .result();
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "localhost.evil.example", "evil.example:9080", "8000-abcdefgh.localhost"})
    void foreignHost_isNotServed(String host) throws IOException {
        var body = legacyInitialize();
        var head = Wire.head(
                List.of(
                        "POST /mcp HTTP/1.1",
                        "Host: " + host,
                        "Content-Type: application/json",
                        "Accept: application/json",
                        "Content-Length: " + body.length()),
                Body.of(body));
        assertStatus(403, head);
    }

    @Test
    void accept_isServedGenerously() {
        for (var accept :
                List.of("application/json", "*/*", "application/*", "application/json;q=0.5, text/html", "")) {
            var answer = legacy.with("Accept", accept).initialize(Mcp.LEGACY);
            answer.result();
            assertFalse(answer.isEventStream(), accept);
        }
    }

    @Test
    void acceptOfStreamsOnly_isAStream() {
        var answer = modern.with("Accept", "text/event-stream").request("tools/list");
        assertTrue(answer.isEventStream(), answer::toString);
        answer.result();
    }

    @Test
    void acceptOfNeither_saysWhichTypesThereAre() {
        var answer =
                modern.with("Accept", "text/html").request("server/discover").status(406);
        assertTrue(answer.body().contains("application/json"), answer::toString);
        assertTrue(answer.body().contains("text/event-stream"), answer::toString);
    }

    @Test
    void contentTypeOtherThanJson_isUnsupported() {
        legacy.with("Content-Type", "text/plain").initialize(Mcp.LEGACY).status(415);
        legacy.with("Content-Type", "application/json; charset=utf-8")
                .initialize(Mcp.LEGACY)
                .result();
    }

    @Test
    void seventeenMegabytes_areTooLarge() throws IOException {
        modern.post(" ".repeat(17 << 20)).status(413);
        var chunked = Wire.head(
                List.of(
                        "POST /mcp HTTP/1.1",
                        "Host: localhost:" + Server.port(),
                        "Content-Type: application/json",
                        "Accept: application/json",
                        "Transfer-Encoding: chunked"),
                Body.chunkedSpaces(17 << 20));
        assertStatus(413, chunked);
    }

    /** Nobody sends the 200 MB: the announcement is enough. */
    @Test
    void twoHundredMegabytesAnnounced_areRefusedBeforeTheyCome() throws IOException {
        var head = Wire.head(
                List.of(
                        "POST /mcp HTTP/1.1",
                        "Host: localhost:" + Server.port(),
                        "Content-Type: application/json",
                        "Accept: application/json",
                        "Content-Length: 200000000"),
                Body.of("{\"jsonrpc\":\"2.0\","));
        assertStatus(413, head);
    }

    @Test
    void fifteenMegabytes_areRead() {
        try (var box = Box.create()) {
            var content = "x".repeat(15 << 20);
            assertEquals(
                    content.length(),
                    box.of("write_file", "path", "large.txt", "content", content)
                            .getInt("bytes_written"));
            assertEquals(content.length(), Integer.parseInt(box.stdout("stat -c %s large.txt")));
        }
    }

    @Test
    void notification_isAcceptedWithoutABody() {
        var params = Json.object("requestId", 1, "reason", "none");
        for (var client : List.of(modern, Mcp.legacy())) {
            var answer = client.notify("notifications/cancelled", params).status(202);
            assertEquals("", answer.body());
            assertTrue(answer.header("Content-Type").isEmpty(), answer::toString);
        }
    }

    @Test
    void responseOfAClient_isAcceptedWithoutABody() {
        var response = Json.object("jsonrpc", "2.0", "id", 7, "result", Map.of());
        assertEquals("", Mcp.legacy().post(response.toString()).status(202).body());
    }

    @Test
    void everyAnswer_carriesARequestIdAndNoServerVersion() {
        var answer = modern.request("tools/list");
        assertTrue(answer.header("Server").isEmpty(), answer::toString);
        assertTrue(answer.header("X-Powered-By").isEmpty(), answer::toString);
        assertTrue(answer.header("X-Request-Id").isPresent(), answer::toString);
    }

    private static String legacyInitialize() {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                + "\"capabilities\":{},\"clientInfo\":{\"name\":\"wire\",\"version\":\"1\"}}}";
    }

    private static void assertStatus(int expected, String head) {
        assertTrue(head.startsWith("HTTP/1.1 " + expected), head);
    }
}
