package dev.sandgate.stdio;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The server's endpoint, and the session with it if there is one. Thread-safe. */
final class Endpoint {
    /** An answer that takes long begins as an event stream after a second. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String SESSION = "Mcp-Session-Id";
    private static final String REVISION = "MCP-Protocol-Version";

    /** @param revision what was negotiated */
    private record Session(String id, String revision) {}

    private final URI uri;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private volatile Optional<Session> session = Optional.empty();

    Endpoint(URI uri) {
        this.uri = uri;
    }

    CompletableFuture<HttpResponse<InputStream>> post(Message message) {
        var request = request()
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(BodyPublishers.ofString(message.text(), StandardCharsets.UTF_8));
        message.revision()
                .ifPresentOrElse(
                        revision -> {
                            request.header(REVISION, headerText(revision))
                                    .header("Mcp-Method", headerText(message.method()));
                            message.name().ifPresent(name -> request.header("Mcp-Name", headerText(name)));
                        },
                        () -> withSession(request, message));
        return client.sendAsync(request.build(), BodyHandlers.ofInputStream());
    }

    /** The answer to {@code initialize} has come. */
    void settle(HttpResponse<?> response, String revision) {
        session = response.headers().firstValue(SESSION).map(id -> new Session(id, revision));
    }

    /** Ends the session, if there is one. Waits for it. */
    Optional<CompletableFuture<HttpResponse<Void>>> end() {
        var ended = session;
        session = Optional.empty();
        return ended.map(one -> client.sendAsync(
                request()
                        .header(SESSION, one.id())
                        .header(REVISION, one.revision())
                        .DELETE()
                        .build(),
                BodyHandlers.discarding()));
    }

    private HttpRequest.Builder request() {
        return HttpRequest.newBuilder(uri).timeout(PATIENCE);
    }

    private void withSession(HttpRequest.Builder request, Message message) {
        if (!message.method().equals("initialize")) {
            session.ifPresent(one -> request.header(SESSION, one.id()).header(REVISION, one.revision()));
        }
    }

    /** What a header cannot carry is put in Base64 (2026-07-28, transports, header values). */
    private static String headerText(String value) {
        boolean plain = value.chars().allMatch(c -> c >= 0x20 && c <= 0x7e)
                && value.equals(value.strip())
                && !value.isEmpty()
                && !value.startsWith("=?base64?");
        return plain
                ? value
                : "=?base64?" + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)) + "?=";
    }
}
