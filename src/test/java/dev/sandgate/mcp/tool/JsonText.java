package dev.sandgate.mcp.tool;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;

/** JSON as tests write it. */
public final class JsonText {
    private JsonText() {}

    public static JsonObject object(String text) {
        try (var reader = Json.createReader(new StringReader(text))) {
            return reader.readObject();
        }
    }
}
