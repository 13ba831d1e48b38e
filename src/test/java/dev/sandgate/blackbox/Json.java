package dev.sandgate.blackbox;

import jakarta.json.JsonObject;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.util.Map;

/** JSON as tests write it: alternating names and plain Java values. */
public final class Json {

    private static final JsonProvider PROVIDER = JsonProvider.provider();
    private static final JsonReaderFactory READERS = PROVIDER.createReaderFactory(Map.of());

    private Json() {}

    public static JsonObject object(Object... namesAndValues) {
        var builder = PROVIDER.createObjectBuilder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            builder.add((String) namesAndValues[i], value(namesAndValues[i + 1]));
        }
        return builder.build();
    }

    public static JsonValue value(Object plain) {
        if (plain == null) {
            return JsonValue.NULL;
        } else if (plain instanceof JsonValue json) {
            return json;
        } else if (plain instanceof String text) {
            return PROVIDER.createValue(text);
        } else if (plain instanceof Boolean truth) {
            return truth ? JsonValue.TRUE : JsonValue.FALSE;
        } else if (plain instanceof Integer number) {
            return PROVIDER.createValue(number);
        } else if (plain instanceof Long number) {
            return PROVIDER.createValue(number);
        } else if (plain instanceof Double number) {
            return PROVIDER.createValue(number);
        } else if (plain instanceof Map<?, ?> map) {
            var builder = PROVIDER.createObjectBuilder();
            map.forEach((name, member) -> builder.add((String) name, value(member)));
            return builder.build();
        } else if (plain instanceof Iterable<?> items) {
            var builder = PROVIDER.createArrayBuilder();
            items.forEach(item -> builder.add(value(item)));
            return builder.build();
        }
        throw new IllegalArgumentException(plain.getClass().getName());
    }

    public static JsonObject parse(String text) {
        try (var reader = READERS.createReader(new StringReader(text))) {
            return reader.readObject();
        }
    }

    /** The object with these members put over its own. */
    public static JsonObject merged(JsonObject base, JsonObject over) {
        var builder = PROVIDER.createObjectBuilder(base);
        over.forEach(builder::add);
        return builder.build();
    }
}
