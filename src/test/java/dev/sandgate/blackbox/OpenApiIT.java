package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The description of the REST door is served beside it. */
class OpenApiIT {
    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void document_isServed() throws Exception {
        var answer = get("/openapi");
        assertEquals(200, answer.statusCode());
        assertTrue(answer.body().startsWith("---\nopenapi: 3."), answer.body());
    }

    @Test
    void page_isServed() throws Exception {
        assertEquals(200, get("/openapi/ui/").statusCode());
    }

    @Test
    void answers_doNotNameTheServer() throws Exception {
        assertTrue(get("/openapi").headers().firstValue("Server").isEmpty());
        assertTrue(get("/openapi").headers().firstValue("X-Powered-By").isEmpty());
    }

    private HttpResponse<String> get(String path) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(System.getProperty("sandgate.url") + path))
                .timeout(Duration.ofSeconds(20))
                .build();
        return http.send(request, BodyHandlers.ofString());
    }
}
