package dev.sandgate.http.mcp;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MediaTypesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "application/json; charset=utf-8",
                "application/json;charset=\"utf-8\"",
                "application/json, text/event-stream",
                "text/html;q=0.8, */*;q=0.1,",
                "*/*",
                ""
            })
    void ordinaryMediaTypes_areTaken(String list) {
        assertTrue(MediaTypes.areTypes(list));
    }

    @ParameterizedTest
    @ValueSource(strings = {"garbage", "application/json;q=x", "application/json;q=2", "x", "a/b/c", "a/b;=c", "/json"})
    void whatIsNoMediaType_isRefused(String list) {
        assertFalse(MediaTypes.areTypes(list));
    }
}
