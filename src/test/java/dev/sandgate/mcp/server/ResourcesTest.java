package dev.sandgate.mcp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.mcp.jsonrpc.RpcError;
import dev.sandgate.mcp.resource.ResourceSource;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Resources in both eras (M5, M16, M22, E14). */
class ResourcesTest {
    private final Lab lab = new Lab();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void capability_isDeclaredInBothEras() {
        JsonObject welcome = lab.post(
                        Map.of(),
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\"}}")
                .result();
        for (JsonObject said : List.of(welcome, lab.modern("server/discover").result())) {
            assertEquals(
                    JsonValue.EMPTY_JSON_OBJECT,
                    said.getJsonObject("capabilities").get("resources"));
        }
    }

    @Test
    void lists_areInTheOrderOfTheirUris() {
        assertEquals(
                List.of("fake://bytes", "fake://text"),
                lab.modern("resources/list").result().getJsonArray("resources").stream()
                        .map(resource -> resource.asJsonObject().getString("uri"))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"resources/list,resources", "resources/templates/list,resourceTemplates"})
    void lists_areCacheable_inTheModernEraOnly_M16(String method, String elements) {
        JsonObject modern = lab.modern(method).result();
        JsonObject legacy = legacy(method, "").result();
        assertEquals("public", modern.getString("cacheScope"));
        assertTrue(modern.getInt("ttlMs") > 0);
        assertEquals(JsonValue.EMPTY_JSON_OBJECT, without(legacy, elements));
        assertEquals(modern.get(elements), legacy.get(elements));
    }

    @Test
    void reading_isTheCallersOwn_andOfThisMoment_M16() {
        JsonObject result = read("fake://text").result();
        assertEquals("private", result.getString("cacheScope"));
        assertEquals(0, result.getInt("ttlMs"));
        assertEquals(
                "[{\"uri\":\"fake://text\",\"mimeType\":\"text/plain\",\"text\":\"Stateless[]\"}]",
                result.get("contents").toString());
    }

    @Test
    void reading_inTheLegacyEra_isForTheSession() {
        JsonObject result = legacyRead("fake://text").result();
        assertTrue(result.getJsonArray("contents")
                .getJsonObject(0)
                .getString("text")
                .startsWith("Session"));
        assertEquals(JsonValue.EMPTY_JSON_OBJECT, without(result, "contents"));
    }

    @Test
    void bytes_areABlob() {
        assertEquals(
                "[{\"uri\":\"fake://bytes\",\"mimeType\":\"image/png\",\"blob\":\"Af8=\"}]",
                read("fake://bytes").result().get("contents").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"fake://nothing", "", "fake://fails/SANDBOX_NOT_FOUND", "fake://fails/FILE_NOT_FOUND"})
    void nothingThere_isAnErrorThatNamesTheUri_M22_E14(String uri) {
        RecordingReply modern = read(uri);
        RecordingReply legacy = legacyRead(uri);
        modern.isError(200, RpcError.INVALID_PARAMS);
        legacy.isError(200, Era.RESOURCE_NOT_FOUND);
        for (RecordingReply reply : List.of(modern, legacy)) {
            assertEquals(
                    uri,
                    reply.body().getJsonObject("error").getJsonObject("data").getString("uri"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "fake://fails/BAD_ARGUMENT, -32602, BAD_ARGUMENT",
        "fake://fails/TOO_LARGE_TO_READ, -32602, TOO_LARGE_TO_READ",
        "fake://fails/PROVIDER_UNAVAILABLE, -32603, PROVIDER_UNAVAILABLE",
        "fake://fails/LIMIT_REACHED, -32603, LIMIT_REACHED",
        "fake://defect, -32603, internal"
    })
    void otherFailures_areErrorsWithAdvice(String uri, int code, String advice) {
        for (RecordingReply reply : List.of(read(uri), legacyRead(uri))) {
            reply.isError(200, code);
            assertEquals(advice, reply.body().getJsonObject("error").getString("message"));
        }
    }

    @Test
    void nameHeader_repeatsTheUri_M5() {
        Map<String, String> headers = new TreeMap<>(Lab.modernHeaders("resources/read"));
        lab.post(headers, modernRead("fake://text")).isError(400, Envelope.HEADER_MISMATCH);
        headers.put("Mcp-Name", "fake://bytes");
        lab.post(headers, modernRead("fake://text")).isError(400, Envelope.HEADER_MISMATCH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"uri\":7"})
    void uriMissingOrMalformed_isInvalid(String params) {
        legacy("resources/read", params).isError(200, RpcError.INVALID_PARAMS);
    }

    @Test
    void uriThatIsTooLong_isInvalid_andNotRepeated() {
        RecordingReply reply = legacyRead("fake://" + "x".repeat(16_384));
        reply.isError(200, RpcError.INVALID_PARAMS);
        assertFalse(reply.body().toString().contains("xxx"));
    }

    @Test
    void unknownCursor_isInvalid_l8() {
        legacy("resources/list", "\"cursor\":\"2\"").isError(200, RpcError.INVALID_PARAMS);
    }

    @Test
    void tooManyLargeAnswers_areALimit() {
        RecordingReply narrow = new RecordingReply();
        narrow.room = 999;
        Map<String, String> headers = new TreeMap<>(Lab.modernHeaders("resources/read"));
        headers.put("Mcp-Name", "fake://large");
        lab.post(headers, List.of(), modernRead("fake://large"), narrow).isError(200, RpcError.INTERNAL_ERROR);
        assertTrue(read("fake://large").result().containsKey("contents"));
    }

    @Test
    void goneClient_interruptsTheReading_M10() throws InterruptedException {
        RecordingReply reply = read("fake://held");
        assertTrue(lab.resources.held.reading.await(20, TimeUnit.SECONDS));
        reply.gone = true;
        lab.pass(Duration.ofSeconds(1));
        assertTrue(lab.resources.held.interrupted.await(20, TimeUnit.SECONDS));
        assertEquals(Answer.empty(202), reply.answer());
    }

    @Test
    void cancelledNotification_interruptsTheReading_l2() throws InterruptedException {
        Map<String, String> session = lab.initialize();
        RecordingReply reply = lab.post(session, request("resources/read", "\"uri\":\"fake://held\""));
        assertTrue(lab.resources.held.reading.await(20, TimeUnit.SECONDS));
        lab.post(session, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
        assertTrue(lab.resources.held.interrupted.await(20, TimeUnit.SECONDS));
        assertEquals(Answer.empty(202), reply.answer());
    }

    @Test
    void twoSourcesOfOneUri_areADefect() {
        var twice = List.<ResourceSource>of(new FakeResources.Greetings(), new FakeResources.Greetings());
        assertThrows(IllegalStateException.class, () -> new ResourceCatalogue(twice));
    }

    private RecordingReply read(String uri) {
        Map<String, String> headers = new TreeMap<>(Lab.modernHeaders("resources/read"));
        headers.put("Mcp-Name", uri);
        return lab.post(headers, modernRead(uri));
    }

    private RecordingReply legacyRead(String uri) {
        return legacy("resources/read", "\"uri\":\"" + uri + "\"");
    }

    private RecordingReply legacy(String method, String params) {
        return lab.post(lab.initialize(), request(method, params));
    }

    private static String modernRead(String uri) {
        return request("resources/read", "\"uri\":\"" + uri + "\"," + Lab.MODERN_META + "}");
    }

    private static String request(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":{" + params + "}}";
    }

    private static JsonObject without(JsonObject object, String member) {
        return Json.createObjectBuilder(object).remove(member).build();
    }
}
