package dev.sandgate.mcp.tool;

import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Types that are one text in JSON: enums, told by their {@code word()} or else by the constant in lower case; classes with a
 * static {@code parse(String)}; records of one String called {@code value}.
 */
final class Words {
    private static final JsonProvider JSON = JsonProvider.provider();

    private Words() {}

    static boolean isWord(Class<?> type) {
        return type.isEnum() || isValue(type);
    }

    static JsonObject schema(Class<?> type) {
        var schema = JSON.createObjectBuilder().add("type", "string");
        if (type.isEnum()) {
            var words = JSON.createArrayBuilder();
            enumWords(type).keySet().forEach(words::add);
            schema.add("enum", words);
        }
        return schema.build();
    }

    /** From text to value; throws {@link IllegalArgumentException} for a text that is none. */
    static Function<String, Object> parser(Class<?> type) {
        if (type.isEnum()) {
            Map<String, Object> constants = enumWords(type);
            return text -> {
                Object constant = constants.get(text);
                if (constant == null) {
                    throw new IllegalArgumentException("word");
                }
                return constant;
            };
        }
        MethodHandle parser = isValue(type) ? Handles.of(valueConstructor(type)) : Handles.of(parseMethod(type));
        return text -> Handles.call(parser, text);
    }

    /** From value to text, for enums and value records. */
    static Function<Object, String> writer(Class<?> type) {
        if (type.isEnum()) {
            Map<Object, String> words = new LinkedHashMap<>();
            enumWords(type).forEach((word, constant) -> words.put(constant, word));
            return words::get;
        }
        MethodHandle value = Handles.of(type.getRecordComponents()[0].getAccessor());
        return object -> (String) Handles.call(value, object);
    }

    private static boolean isValue(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        return components != null
                && components.length == 1
                && components[0].getType() == String.class
                && components[0].getName().equals("value");
    }

    private static Map<String, Object> enumWords(Class<?> type) {
        Map<String, Object> words = new LinkedHashMap<>();
        for (Object constant : type.getEnumConstants()) {
            words.put(word(type, (Enum<?>) constant), constant);
        }
        return words;
    }

    private static String word(Class<?> type, Enum<?> constant) {
        try {
            return (String) Handles.call(Handles.of(type.getMethod("word")), constant);
        } catch (NoSuchMethodException e) {
            return constant.name().toLowerCase(Locale.ROOT);
        }
    }

    private static Constructor<?> valueConstructor(Class<?> type) {
        try {
            return type.getDeclaredConstructor(String.class);
        } catch (NoSuchMethodException e) {
            throw new ToolDefect("no constructor from a String in " + type.getName());
        }
    }

    private static Method parseMethod(Class<?> type) {
        try {
            Method parse = type.getMethod("parse", String.class);
            if (Modifier.isStatic(parse.getModifiers()) && parse.getReturnType() == type) {
                return parse;
            }
        } catch (NoSuchMethodException e) {
            // Falls through to the same defect as a parse that is something else.
        }
        throw new ToolDefect("no schema for an argument of type " + type.getName());
    }
}
