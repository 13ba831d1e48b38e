package dev.sandgate.bench;

import dev.sandgate.blackbox.Json;
import dev.sandgate.blackbox.Mcp;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes the bytes of requests in one of the eras and sends them over one connection. Not thread-safe. */
final class Caller implements AutoCloseable {

    /** A session may not have two requests of one id in flight. */
    private static final AtomicInteger IDS = new AtomicInteger();

    private final URI endpoint;
    private final String session;
    private final Connection connection;

    private Caller(URI endpoint, String session, Connection connection) {
        this.endpoint = endpoint;
        this.session = session;
        this.connection = connection;
    }

    static Caller modern(URI endpoint) throws IOException {
        return new Caller(endpoint, null, new Connection(endpoint));
    }

    /** A caller of 2025-11-25 in a session of its own. */
    static Caller legacy(URI endpoint) throws IOException {
        var connection = new Connection(endpoint);
        return new Caller(endpoint, connection.exchange(initialize(endpoint)).session(), connection);
    }

    /** Another connection of the same client. */
    Caller another() throws IOException {
        return new Caller(endpoint, session, new Connection(endpoint));
    }

    static byte[] initialize(URI endpoint) {
        var params = Json.object(
                "protocolVersion", Mcp.LEGACY,
                "capabilities", Map.of(),
                "clientInfo", Map.of("name", "bench", "version", "1"));
        var message = Json.object("jsonrpc", "2.0", "id", 1, "method", "initialize", "params", params);
        return request(endpoint, "", message);
    }

    /** The end of a session; the answer is a head without a body. */
    static byte[] delete(URI endpoint, String session) {
        var head = "DELETE " + endpoint.getPath() + " HTTP/1.1\r\nHost: " + endpoint.getAuthority()
                + "\r\nMCP-Protocol-Version: " + Mcp.LEGACY + "\r\nMcp-Session-Id: " + session + "\r\n\r\n";
        return head.getBytes(StandardCharsets.US_ASCII);
    }

    byte[] prepared(String tool, Object... namesAndValues) {
        var params = Json.object("name", tool, "arguments", Json.object(namesAndValues));
        if (session != null) {
            var message = Json.object(
                    "jsonrpc", "2.0", "id", IDS.incrementAndGet(), "method", "tools/call", "params", params);
            return request(
                    endpoint,
                    "MCP-Protocol-Version: " + Mcp.LEGACY + "\r\nMcp-Session-Id: " + session + "\r\n",
                    message);
        }
        var meta = Json.object(
                "io.modelcontextprotocol/protocolVersion",
                Mcp.MODERN,
                "io.modelcontextprotocol/clientCapabilities",
                Map.of());
        var message = Json.object(
                "jsonrpc",
                "2.0",
                "id",
                IDS.incrementAndGet(),
                "method",
                "tools/call",
                "params",
                Json.merged(params, Json.object("_meta", meta)));
        return request(
                endpoint,
                "MCP-Protocol-Version: " + Mcp.MODERN + "\r\nMcp-Method: tools/call\r\nMcp-Name: " + tool + "\r\n",
                message);
    }

    Connection connection() {
        return connection;
    }

    /** Calls a tool and returns its structured content; fails when the tool did. */
    JsonObject call(String tool, Object... namesAndValues) throws IOException {
        var text = connection.exchange(prepared(tool, namesAndValues)).text();
        var response = Json.parse(text.startsWith("{") ? text : text.substring(text.indexOf("data: {") + 6));
        var structured = response.getJsonObject("result").getJsonObject("structuredContent");
        if (structured == null) {
            throw new IOException(text);
        }
        return structured;
    }

    private static byte[] request(URI endpoint, String headers, JsonObject message) {
        var body = message.toString().getBytes(StandardCharsets.UTF_8);
        var head = "POST " + endpoint.getPath() + " HTTP/1.1\r\nHost: " + endpoint.getAuthority()
                + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n" + headers
                + "Content-Length: " + body.length + "\r\n\r\n";
        var all = java.util.Arrays.copyOf(head.getBytes(StandardCharsets.US_ASCII), head.length() + body.length);
        System.arraycopy(body, 0, all, head.length(), body.length);
        return all;
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
