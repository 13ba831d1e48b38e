package dev.sandgate.mcp.tool;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * How a type of result member stands in a schema and is written as JSON: text, integers, flags, instants (ISO 8601, to the
 * millisecond), words, lists, maps by text, records, {@link JsonValue} as it is. An Optional is the value or null.
 */
record OutputType(JsonObject schema, Writer writer) {
    private static final JsonProvider JSON = JsonProvider.provider();

    /** Writes a value of the type; records inside it in that naming. */
    @FunctionalInterface
    interface Writer {
        JsonValue write(Object value, Naming naming);
    }

    /** @param outer the records that this type lies in; a schema that is written out cannot contain itself */
    static OutputType of(Type type, Set<Class<?>> outer) {
        if (type == String.class) {
            return plain("string", value -> JSON.createValue((String) value));
        }
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return plain("integer", value -> JSON.createValue(((Number) value).longValue()));
        }
        if (type == boolean.class || type == Boolean.class) {
            return plain("boolean", value -> (Boolean) value ? JsonValue.TRUE : JsonValue.FALSE);
        }
        if (type == Instant.class) {
            return instant();
        }
        if (type == JsonValue.class) {
            return new OutputType(anything(), (value, naming) -> (JsonValue) value);
        }
        if (type instanceof Class<?> word && Words.isWord(word)) {
            Function<Object, String> text = Words.writer(word);
            return new OutputType(Words.schema(word), (value, naming) -> JSON.createValue(text.apply(value)));
        }
        if (type instanceof Class<?> nested && nested.isRecord()) {
            OutputShape shape = OutputShape.of(nested.asSubclass(Record.class), outer);
            return new OutputType(shape.schema(), (value, naming) -> shape.write((Record) value, naming));
        }
        if (type instanceof ParameterizedType generic) {
            return of(generic, outer);
        }
        throw noSchema(type);
    }

    private static OutputType of(ParameterizedType generic, Set<Class<?>> outer) {
        Type[] inside = generic.getActualTypeArguments();
        if (generic.getRawType() == Optional.class) {
            return nullable(of(inside[0], outer));
        }
        if (generic.getRawType() == List.class) {
            return list(of(inside[0], outer));
        }
        if (generic.getRawType() == Map.class && inside[0] == String.class) {
            return map(of(inside[1], outer));
        }
        throw noSchema(generic);
    }

    private static OutputType nullable(OutputType present) {
        JsonObject schema = JSON.createObjectBuilder()
                .add("anyOf", JSON.createArrayBuilder().add(present.schema).add(named("null")))
                .build();
        return new OutputType(
                schema,
                (value, naming) -> ((Optional<?>) value)
                        .<JsonValue>map(inside -> present.writer.write(inside, naming))
                        .orElse(JsonValue.NULL));
    }

    private static OutputType list(OutputType element) {
        JsonObject schema = JSON.createObjectBuilder(named("array"))
                .add("items", element.schema)
                .build();
        return new OutputType(schema, (value, naming) -> {
            var array = JSON.createArrayBuilder();
            ((List<?>) value).forEach(item -> array.add(element.writer.write(item, naming)));
            return array.build();
        });
    }

    private static OutputType map(OutputType element) {
        JsonObject schema = JSON.createObjectBuilder(named("object"))
                .add("additionalProperties", element.schema)
                .build();
        return new OutputType(schema, (value, naming) -> {
            var object = JSON.createObjectBuilder();
            ((Map<?, ?>) value).forEach((key, item) -> object.add((String) key, element.writer.write(item, naming)));
            return object.build();
        });
    }

    private static OutputType instant() {
        JsonObject schema = JSON.createObjectBuilder(named("string"))
                .add("format", "date-time")
                .build();
        return new OutputType(
                schema,
                (value, naming) -> JSON.createValue(
                        ((Instant) value).truncatedTo(ChronoUnit.MILLIS).toString()));
    }

    private static OutputType plain(String name, Function<Object, JsonValue> writer) {
        return new OutputType(named(name), (value, naming) -> writer.apply(value));
    }

    /** Spelled out: an empty schema says the same, but clients take it for a forgotten one. */
    private static JsonObject anything() {
        var types = JSON.createArrayBuilder();
        for (String type : List.of("string", "number", "boolean", "object", "array", "null")) {
            types.add(named(type));
        }
        return JSON.createObjectBuilder().add("anyOf", types).build();
    }

    private static JsonObject named(String type) {
        return JSON.createObjectBuilder().add("type", type).build();
    }

    private static ToolDefect noSchema(Type type) {
        return new ToolDefect("no schema for a result member of type " + type.getTypeName());
    }
}
