package dev.sandgate.http.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** M2, E2. */
class AllowListTest {
    private final AllowList list =
            new AllowList(new GateSettings(Set.of("https://Agents.example.com"), Set.of("sandgate.example.com")));

    @ParameterizedTest
    @CsvSource({
        "localhost:9080, true",
        "LOCALHOST:9080, true",
        "127.0.0.1:9080, true",
        "[::1]:9080, true",
        "sandgate.example.com, true",
        "localhost, false",
        "localhost:9081, false",
        "localhost:9080.evil.com, false",
        "evil.com:9080, false",
        "sandgate.example.com:9080, false",
        "'', false"
    })
    void hosts(String host, boolean admitted) {
        assertEquals(admitted, list.admitsHost(host, 9080));
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:9080, true",
        "http://[::1]:9080, true",
        "https://agents.example.com, true",
        "https://localhost:9080, false",
        "http://agents.example.com, false",
        "https://agents.example.com.evil.com, false",
        "http://localhost, false",
        "http://localhost:3000, false",
        "null, false",
        "'', false"
    })
    void origins(String origin, boolean admitted) {
        assertEquals(admitted, list.admitsOrigin(origin, 9080));
    }

    @ParameterizedTest
    @ValueSource(strings = {"agents.example.com", "https://agents.example.com/", "*", "https://"})
    void whatIsNoOrigin_isRefusedAtTheStart(String text) {
        Set<String> origins = Set.of(text);
        assertThrows(IllegalArgumentException.class, () -> new GateSettings(origins, Set.of()));
    }

    @Test
    void portOfHttp_needNotBeNamed() {
        assertEquals(true, list.admitsHost("localhost", 80));
    }
}
