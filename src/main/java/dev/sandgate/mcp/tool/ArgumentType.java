package dev.sandgate.mcp.tool;

import jakarta.json.JsonException;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * How a type of argument stands in a schema and is read from JSON. Strict: nothing is converted from another JSON type.
 *
 * @param schema without description, default and constraints
 * @param reader throws {@link IllegalArgumentException} for whatever is not of the type
 */
record ArgumentType(Kind kind, JsonObject schema, Function<JsonValue, Object> reader) {
    private static final JsonProvider JSON = JsonProvider.provider();

    /** Decides which constraints have a meaning. */
    enum Kind {
        INTEGER,
        FLAG,
        TEXT,
        /** A text with a type of its own: an enum or a value class. */
        WORD,
        MAP
    }

    /** @param verbatim whether a text may hold U+0000 */
    static ArgumentType of(Type type, boolean verbatim) {
        if (type == int.class || type == Integer.class) {
            return new ArgumentType(Kind.INTEGER, schema("integer"), ArgumentType::readInt);
        }
        if (type == long.class || type == Long.class) {
            return new ArgumentType(Kind.INTEGER, schema("integer"), ArgumentType::readLong);
        }
        if (type == boolean.class || type == Boolean.class) {
            return new ArgumentType(Kind.FLAG, schema("boolean"), ArgumentType::readFlag);
        }
        if (type == String.class) {
            return new ArgumentType(Kind.TEXT, schema("string"), value -> readText(value, verbatim));
        }
        if (type instanceof ParameterizedType map
                && map.getRawType() == Map.class
                && map.getActualTypeArguments()[0] == String.class
                && map.getActualTypeArguments()[1] == String.class) {
            return new ArgumentType(Kind.MAP, mapSchema(), ArgumentType::readMap);
        }
        if (type instanceof Class<?> word) {
            Function<String, Object> parser = Words.parser(word);
            return new ArgumentType(Kind.WORD, Words.schema(word), value -> parser.apply(readText(value, false)));
        }
        throw new ToolDefect("no schema for an argument of type " + type.getTypeName());
    }

    /** The JSON that a {@link Default} stands for. */
    JsonValue parse(String text) {
        if (kind == Kind.TEXT || kind == Kind.WORD) {
            return JSON.createValue(text);
        }
        try (var reader = JSON.createReader(new StringReader(text))) {
            return reader.readValue();
        } catch (JsonException e) {
            throw new IllegalArgumentException("not JSON", e);
        }
    }

    private static JsonObject schema(String type) {
        return JSON.createObjectBuilder().add("type", type).build();
    }

    private static JsonObject mapSchema() {
        return JSON.createObjectBuilder()
                .add("type", "object")
                .add("additionalProperties", schema("string"))
                .build();
    }

    private static Integer readInt(JsonValue value) {
        return Math.toIntExact(readLong(value));
    }

    /** 1.0 is an integer; true, "1", 1.5 and 1e400 are not. Costs nothing for huge exponents: the digits are never written out. */
    private static Long readLong(JsonValue value) {
        if (!(value instanceof JsonNumber number)) {
            throw new IllegalArgumentException("integer");
        }
        return number.bigDecimalValue().longValueExact();
    }

    private static Boolean readFlag(JsonValue value) {
        return switch (value.getValueType()) {
            case TRUE -> true;
            case FALSE -> false;
            case NULL, NUMBER, STRING, ARRAY, OBJECT -> throw new IllegalArgumentException("boolean");
        };
    }

    private static String readText(JsonValue value, boolean verbatim) {
        if (!(value instanceof JsonString string)) {
            throw new IllegalArgumentException("string");
        }
        String text = string.getString();
        requireWritable(text, verbatim);
        return text;
    }

    private static Map<String, String> readMap(JsonValue value) {
        if (!(value instanceof JsonObject object)) {
            throw new IllegalArgumentException("object");
        }
        Map<String, String> map = new LinkedHashMap<>();
        object.forEach((key, element) -> {
            requireWritable(key, false);
            map.put(key, readText(element, false));
        });
        return Collections.unmodifiableMap(map);
    }

    /** A surrogate without its partner is no character and cannot be written as UTF-8. */
    private static void requireWritable(String text, boolean verbatim) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 && !verbatim) {
                throw new IllegalArgumentException("U+0000");
            }
            if (Character.isSurrogate(c)) {
                boolean paired = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!paired) {
                    throw new IllegalArgumentException("lone surrogate");
                }
                i++;
            }
        }
    }
}
