package dev.sandgate.http.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | JSON",
                "*/* | JSON",
                "application/json | JSON",
                "Application/JSON;q=0.5 | JSON",
                "application/* | JSON",
                "text/event-stream | STREAM",
                "application/json, text/event-stream | BOTH",
                "application/json, text/* | BOTH",
                "text/event-stream, application/json;q=0 | STREAM",
                "text/event-stream;q=0.0, */* | JSON",
                "text/html | NOTHING",
                "application/json;q=0 | NOTHING"
            })
    void headers_sayWhatIsTaken(String header, Accept expected) {
        assertEquals(expected, Accept.of(header));
    }
}
