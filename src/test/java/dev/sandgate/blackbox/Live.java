package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A request whose answer is read line by line while it is still open. Closing it closes the connection. */
public final class Live implements AutoCloseable {

    private static final String END = "\u0000end";

    private final CompletableFuture<HttpResponse<InputStream>> response;
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private Live(CompletableFuture<HttpResponse<InputStream>> response) {
        this.response = response;
    }

    static Live open(HttpClient http, HttpRequest.Builder request) {
        var live = new Live(http.sendAsync(request.build(), BodyHandlers.ofInputStream()));
        var reader = new Thread(live::read, "live");
        reader.setDaemon(true);
        reader.start();
        return live;
    }

    private void read() {
        try (var body = new BufferedReader(new InputStreamReader(response.join().body(), StandardCharsets.UTF_8))) {
            body.lines().forEach(lines::add);
        } catch (IOException
                | UncheckedIOException
                | java.util.concurrent.CompletionException
                | java.util.concurrent.CancellationException e) {
            lines.add("broken: " + e);
        } finally {
            lines.add(END);
        }
    }

    /** Waits until the headers are here. */
    public HttpResponse<InputStream> begun(Duration atMost) {
        try {
            return response.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("no headers within " + atMost, e);
        }
    }

    /** The next line that begins so; everything before it is passed over. */
    public String next(String beginning, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        try {
            while (true) {
                var line = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                assertTrue(line != null, () -> "no line beginning with '" + beginning + "' within " + atMost);
                assertTrue(
                        !line.equals(END), () -> "the stream ended before a line beginning with '" + beginning + "'");
                if (line.startsWith(beginning)) {
                    return line;
                }
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The next message with data. */
    public JsonObject message(Duration atMost) {
        return Json.parse(next("data: {", atMost).substring("data: ".length()));
    }

    /** Waits until the other side ends the stream; fails when a message comes before. */
    public void endsSilently(Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        try {
            while (true) {
                var line = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                assertTrue(line != null, () -> "the stream is still open after " + atMost);
                assertTrue(!line.startsWith("data: {"), () -> "a message came: " + line);
                if (line.equals(END)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        if (!response.cancel(true) && !response.isCompletedExceptionally()) {
            try {
                response.join().body().close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
