package dev.sandgate.wiring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Waits until the server answers on its port, which it opens only after the application has started. */
final class Opening {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    /** Whether any HTTP answer came, whatever its status. Gives up after a minute or when interrupted. */
    boolean await(URI uri) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        HttpRequest request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build();
        try {
            while (System.nanoTime() < end) {
                if (answers(request)) {
                    return true;
                }
                Thread.sleep(PAUSE.toMillis());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private boolean answers(HttpRequest request) throws InterruptedException {
        try {
            http.send(request, BodyHandlers.discarding());
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }
}
