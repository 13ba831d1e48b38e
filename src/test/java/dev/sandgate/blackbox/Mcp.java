package dev.sandgate.blackbox;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A small MCP client of our own, bound to no SDK: it sends what a specification-true client of its era sends, and whatever
 * a test puts over that. Immutable and thread-safe; every {@code with…} gives another client.
 */
public final class Mcp {

    public static final String MODERN = "2026-07-28";
    public static final String LEGACY = "2025-11-25";

    private static final String META = "io.modelcontextprotocol/";
    private static final Map<String, String> NAMED = Map.of(
            "tools/call", "name",
            "resources/read", "uri",
            "tasks/get", "taskId",
            "tasks/update", "taskId",
            "tasks/cancel", "taskId");
    private static final Duration PATIENCE = Duration.ofSeconds(100);
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private static final AtomicInteger IDS = new AtomicInteger();

    private final URI endpoint;
    private final boolean modern;
    private final Map<String, String> headers;
    private final JsonObject meta;

    private Mcp(URI endpoint, boolean modern, Map<String, String> headers, JsonObject meta) {
        this.endpoint = endpoint;
        this.modern = modern;
        this.headers = headers;
        this.meta = meta;
    }

    /** A client of 2026-07-28 without a conversation. */
    public static Mcp modern() {
        return modern(Server.mcp());
    }

    public static Mcp modern(URI endpoint) {
        var meta = Json.object(
                META + "protocolVersion",
                MODERN,
                META + "clientCapabilities",
                JsonValue.EMPTY_JSON_OBJECT,
                META + "clientInfo",
                Map.of("name", "sandgate-blackbox", "version", "1"));
        return new Mcp(endpoint, true, Map.of(), meta).with("MCP-Protocol-Version", MODERN);
    }

    /** A client of 2025-11-25 before its {@code initialize}. */
    public static Mcp stranger() {
        return stranger(Server.mcp());
    }

    public static Mcp stranger(URI endpoint) {
        return new Mcp(endpoint, false, Map.of(), JsonValue.EMPTY_JSON_OBJECT);
    }

    /** A client of 2025-11-25 in a session of its own. */
    public static Mcp legacy() {
        return stranger().initialized();
    }

    /** Does the handshake and returns the client of the new session. */
    public Mcp initialized() {
        var session = initialize(LEGACY).header("Mcp-Session-Id").orElseThrow();
        var client = with("Mcp-Session-Id", session).with("MCP-Protocol-Version", LEGACY);
        client.notify("notifications/initialized", JsonValue.EMPTY_JSON_OBJECT).status(202);
        return client;
    }

    public Answer initialize(String version) {
        return request(
                "initialize",
                Json.object(
                        "protocolVersion", version,
                        "capabilities", Map.of(),
                        "clientInfo", Map.of("name", "sandgate-blackbox", "version", "1")));
    }

    /** This header, or none of that name when the value is null. */
    public Mcp with(String header, String value) {
        var more = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        more.putAll(headers);
        more.put(header, value == null ? "" : value);
        return new Mcp(endpoint, modern, more, meta);
    }

    public Mcp without(String header) {
        return with(header, null);
    }

    public Mcp conversation(String id) {
        return with("X-Conversation-Id", id);
    }

    public Mcp freshConversation() {
        return conversation("test-" + UUID.randomUUID());
    }

    /** A member of every request's {@code _meta}; a null value takes it out. */
    public Mcp withMeta(String key, Object value) {
        var builder = jakarta.json.Json.createObjectBuilder(meta);
        if (value == null) {
            builder.remove(key);
        } else {
            builder.add(key, Json.value(value));
        }
        return new Mcp(endpoint, modern, headers, builder.build());
    }

    public Mcp tools(String selection) {
        return new Mcp(URI.create(endpoint + "?tools=" + selection), modern, headers, meta);
    }

    public String sessionId() {
        return headers.get("Mcp-Session-Id");
    }

    public Answer call(String tool, Object... namesAndValues) {
        return call(tool, Json.object(namesAndValues));
    }

    public Answer call(String tool, JsonObject arguments) {
        return request("tools/call", Json.object("name", tool, "arguments", arguments));
    }

    public CompletableFuture<Answer> callLater(String tool, Object... namesAndValues) {
        return CompletableFuture.supplyAsync(() -> call(tool, namesAndValues), task -> new Thread(task).start());
    }

    public Answer request(String method) {
        return request(method, JsonValue.EMPTY_JSON_OBJECT);
    }

    public Answer request(String method, JsonObject params) {
        return exchange(message(method, params, IDS.incrementAndGet()));
    }

    public Answer notify(String method, JsonObject params) {
        return exchange(message(method, params, null));
    }

    /** A whole message as the client would send it, for a test to spoil; no id makes it a notification. */
    public JsonObject message(String method, JsonObject params, Object id) {
        var all = meta.isEmpty()
                ? params
                : Json.merged(params, Json.object("_meta", Json.merged(meta, (JsonObject)
                        params.getOrDefault("_meta", JsonValue.EMPTY_JSON_OBJECT))));
        var message = Json.object("jsonrpc", "2.0", "method", method, "params", all);
        return id == null ? message : Json.merged(message, Json.object("id", id));
    }

    /** Sends a message with the headers that belong to it. */
    public Answer exchange(JsonObject message) {
        return mirrored(message).post(message.toString());
    }

    /** Opens a call whose answer is read as it comes. */
    public Live open(JsonObject message) {
        return Live.open(HTTP, mirrored(message).builder(message.toString().getBytes(StandardCharsets.UTF_8)));
    }

    public Live open(String tool, Object... namesAndValues) {
        var params = Json.object("name", tool, "arguments", Json.object(namesAndValues));
        return open(message("tools/call", params, IDS.incrementAndGet()));
    }

    public Answer post(String body) {
        return post(body.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends these bytes with this client's headers and nothing derived from them. */
    public Answer post(byte[] body) {
        return send(builder(body));
    }

    public Answer get() {
        return send(head().GET());
    }

    public Answer delete() {
        return send(head().DELETE());
    }

    /** Modern era: the method and name headers repeat the body (M5), where the test has not set its own. */
    private Mcp mirrored(JsonObject message) {
        if (!modern) {
            return this;
        }
        var method = message.getString("method", "");
        var client = headers.containsKey("Mcp-Method") ? this : with("Mcp-Method", method);
        var named = NAMED.get(method);
        if (named != null && !headers.containsKey("Mcp-Name")) {
            client = client.with("Mcp-Name", message.getJsonObject("params").getString(named, ""));
        }
        return client;
    }

    private HttpRequest.Builder builder(byte[] body) {
        return head().POST(BodyPublishers.ofByteArray(body));
    }

    private HttpRequest.Builder head() {
        var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        all.put("Content-Type", "application/json");
        all.put("Accept", "application/json, text/event-stream");
        all.putAll(headers);
        var request = HttpRequest.newBuilder(endpoint).timeout(PATIENCE);
        all.forEach((name, value) -> {
            if (!value.isEmpty()) {
                request.header(name, value);
            }
        });
        return request;
    }

    private static Answer send(HttpRequest.Builder request) {
        try {
            var response = HTTP.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
            return Answer.of(response.statusCode(), response.headers(), response.body());
        } catch (IOException e) {
            throw new AssertionError("no answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
