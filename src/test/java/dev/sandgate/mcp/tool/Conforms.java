package dev.sandgate.mcp.tool;

import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.time.Instant;
import java.util.Set;

/** The part of JSON Schema 2020-12 that output schemas use. A keyword that it does not know is an error. */
public final class Conforms {
    private static final Set<String> KEYWORDS = Set.of(
            "type",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "anyOf",
            "enum",
            "format",
            "description");

    private Conforms() {}

    public static boolean to(JsonObject schema, JsonValue value) {
        if (!KEYWORDS.containsAll(schema.keySet())) {
            throw new AssertionError("unknown keyword in " + schema.keySet());
        }
        return typeFits(schema, value)
                && anyOfFits(schema, value)
                && (!schema.containsKey("enum") || schema.getJsonArray("enum").contains(value))
                && (!schema.containsKey("format") || isInstant(value))
                && (!(value instanceof JsonObject object) || membersFit(schema, object))
                && (!(value instanceof JsonArray array) || itemsFit(schema, array));
    }

    private static boolean typeFits(JsonObject schema, JsonValue value) {
        if (!schema.containsKey("type")) {
            return true;
        }
        return switch (schema.getString("type")) {
            case "object" -> value instanceof JsonObject;
            case "array" -> value instanceof JsonArray;
            case "string" -> value instanceof JsonString;
            case "integer" -> value instanceof JsonNumber number && number.isIntegral();
            case "number" -> value instanceof JsonNumber;
            case "boolean" -> value == JsonValue.TRUE || value == JsonValue.FALSE;
            case "null" -> value == JsonValue.NULL;
            default -> throw new AssertionError("unknown type");
        };
    }

    private static boolean anyOfFits(JsonObject schema, JsonValue value) {
        return !schema.containsKey("anyOf")
                || schema.getJsonArray("anyOf").getValuesAs(JsonObject.class).stream()
                        .anyMatch(one -> to(one, value));
    }

    private static boolean isInstant(JsonValue value) {
        return value instanceof JsonString string
                && Instant.parse(string.getString()).toString().equals(string.getString());
    }

    private static boolean membersFit(JsonObject schema, JsonObject object) {
        JsonObject properties =
                schema.containsKey("properties") ? schema.getJsonObject("properties") : JsonValue.EMPTY_JSON_OBJECT;
        boolean complete = !schema.containsKey("required")
                || schema.getJsonArray("required").getValuesAs(JsonString::getString).stream()
                        .allMatch(object::containsKey);
        return complete
                && object.entrySet().stream()
                        .allMatch(member -> memberFits(schema, properties, member.getKey(), member.getValue()));
    }

    private static boolean memberFits(JsonObject schema, JsonObject properties, String name, JsonValue value) {
        if (properties.containsKey(name)) {
            return to(properties.getJsonObject(name), value);
        }
        JsonValue additional = schema.get("additionalProperties");
        return additional == null
                || additional == JsonValue.TRUE
                || (additional instanceof JsonObject other && to(other, value));
    }

    private static boolean itemsFit(JsonObject schema, JsonArray array) {
        return !schema.containsKey("items") || array.stream().allMatch(item -> to(schema.getJsonObject("items"), item));
    }
}
