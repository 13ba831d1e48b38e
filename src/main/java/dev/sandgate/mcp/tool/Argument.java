package dev.sandgate.mcp.tool;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import jakarta.validation.metadata.BeanDescriptor;
import jakarta.validation.metadata.ConstraintDescriptor;
import jakarta.validation.metadata.PropertyDescriptor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One component of an argument record.
 *
 * @param absent what it is when the caller leaves it out; empty when it must be given
 */
record Argument(String name, ArgumentType type, boolean optional, Optional<Object> absent, JsonObject schema) {
    private static final JsonProvider JSON = JsonProvider.provider();
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,63}");

    /** A default, as it stands in the schema and as it is bound. */
    private record Preset(JsonValue json, Object value) {}

    static Argument of(RecordComponent component, BeanDescriptor constraints) {
        String name = nameOf(component);
        if (!NAME.matcher(name).matches()) {
            throw new ToolDefect("no name for an argument: " + component);
        }
        Optional<Type> inner = insideOptional(component.getGenericType());
        ArgumentType type = ArgumentType.of(
                inner.orElse(component.getGenericType()), component.isAnnotationPresent(Verbatim.class));
        Optional<Preset> preset = presetOf(component, type);
        if (inner.isPresent() && preset.isPresent()) {
            throw new ToolDefect("both optional and with a default: " + component);
        }
        Optional<Object> absent = inner.isPresent() ? Optional.of(Optional.empty()) : preset.map(Preset::value);
        JsonObject schema = schema(component, type, preset.map(Preset::json), constraints);
        return new Argument(name, type, inner.isPresent(), absent, schema);
    }

    boolean required() {
        return absent.isEmpty();
    }

    /** @throws IllegalArgumentException when the value is missing or is not of the type */
    Object read(JsonValue given) {
        if (given == null || given.getValueType() == JsonValue.ValueType.NULL) {
            return absent.orElseThrow(() -> new IllegalArgumentException("missing"));
        }
        Object value = type.reader().apply(given);
        return optional ? Optional.of(value) : value;
    }

    private static String nameOf(RecordComponent component) {
        Called called = component.getAnnotation(Called.class);
        return called == null ? Naming.SNAKE_CASE.of(component.getName()) : called.value();
    }

    private static JsonObject schema(
            RecordComponent component, ArgumentType type, Optional<JsonValue> defaultJson, BeanDescriptor constraints) {
        Describe description = component.getAnnotation(Describe.class);
        if (description == null || description.value().isBlank()) {
            throw new ToolDefect("no description: " + component);
        }
        var schema = JSON.createObjectBuilder(type.schema()).add("description", description.value());
        ConstraintWords.of(component.toString(), type.kind(), constraintsOf(component, constraints))
                .forEach(schema::add);
        defaultJson.ifPresent(value -> schema.add("default", value));
        return schema.build();
    }

    private static Optional<Type> insideOptional(Type type) {
        return type instanceof ParameterizedType generic && generic.getRawType() == Optional.class
                ? Optional.of(generic.getActualTypeArguments()[0])
                : Optional.empty();
    }

    private static Optional<Preset> presetOf(RecordComponent component, ArgumentType type) {
        Default given = component.getAnnotation(Default.class);
        if (given == null) {
            return Optional.empty();
        }
        try {
            JsonValue json = type.parse(given.value());
            return Optional.of(new Preset(json, type.reader().apply(json)));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ToolDefect("a default that does not fit: " + component);
        }
    }

    /** Those on the value itself: on what is inside an Optional, otherwise on the component. */
    private static Set<ConstraintDescriptor<?>> constraintsOf(RecordComponent component, BeanDescriptor constraints) {
        PropertyDescriptor property = constraints.getConstraintsForProperty(component.getName());
        if (property == null) {
            return Set.of();
        }
        if (component.getType() != Optional.class) {
            return property.getConstraintDescriptors();
        }
        if (!property.getConstraintDescriptors().isEmpty()) {
            throw new ToolDefect("a constraint on the Optional instead of what is in it: " + component);
        }
        return property.getConstrainedContainerElementTypes().stream()
                .flatMap(element -> element.getConstraintDescriptors().stream())
                .collect(Collectors.toSet());
    }
}
