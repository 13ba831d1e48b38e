package dev.sandgate.mcp.tool;

import dev.sandgate.sandbox.model.SandboxException;
import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Path;
import jakarta.validation.Validator;
import jakarta.validation.metadata.BeanDescriptor;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An argument record as JSON Schema, and JSON as that record. Strict, and mute about values: a failure names the argument and
 * nothing else (L7, L8). Immutable and thread-safe.
 *
 * <p>A component is required unless it is an {@link java.util.Optional} or has a {@link Default}; for those two null counts as
 * absent. Constraints are enforced by the platform's validator after binding; of several violations the first in the
 * record's order is told.
 */
final class ArgumentShape<A extends Record> {
    /** Told instead of an unknown argument's name when that name is not fit to be repeated. */
    static final String WHOLE = "arguments";

    private static final JsonProvider JSON = JsonProvider.provider();
    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    private final Class<A> type;
    private final Map<String, Argument> byComponent;
    private final Set<String> names;
    private final MethodHandle constructor;
    private final Validator validator;
    private final boolean constrained;
    private final JsonObject schema;

    private ArgumentShape(Class<A> type, Map<String, Argument> byComponent, Validator validator, boolean constrained) {
        this.type = type;
        this.byComponent = byComponent;
        this.names = byComponent.values().stream().map(Argument::name).collect(Collectors.toUnmodifiableSet());
        this.constructor = Handles.canonical(type);
        this.validator = validator;
        this.constrained = constrained;
        this.schema = schemaOf(byComponent.values());
    }

    /** @throws ToolDefect when the record cannot be an argument record */
    static <A extends Record> ArgumentShape<A> of(Class<A> type, Validator validator) {
        BeanDescriptor constraints = validator.getConstraintsForClass(type);
        Map<String, Argument> byComponent = new LinkedHashMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            byComponent.put(component.getName(), Argument.of(component, constraints));
        }
        byComponent.forEach((component, argument) -> requireValidDefault(type, component, argument, validator));
        return new ArgumentShape<>(type, byComponent, validator, constraints.isBeanConstrained());
    }

    /** A plain inline object schema: what strict clients accept. */
    JsonObject schema() {
        return schema;
    }

    /** @throws SandboxException a bad argument, naming it */
    A bind(JsonObject given) {
        for (String name : given.keySet()) {
            if (!names.contains(name)) {
                throw SandboxException.badArgument(HARMLESS.matcher(name).matches() ? name : WHOLE);
            }
        }
        Object[] values = new Object[byComponent.size()];
        int i = 0;
        for (Argument argument : byComponent.values()) {
            values[i++] = read(argument, given);
        }
        A bound = make(values);
        if (constrained) {
            requireValid(bound);
        }
        return bound;
    }

    private static Object read(Argument argument, JsonObject given) {
        try {
            return argument.read(given.get(argument.name()));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw SandboxException.badArgument(argument.name());
        }
    }

    private A make(Object[] values) {
        try {
            return type.cast(Handles.make(constructor, values));
        } catch (IllegalArgumentException e) {
            throw SandboxException.badArgument(WHOLE);
        }
    }

    private void requireValid(A bound) {
        Set<ConstraintViolation<A>> violations = validator.validate(bound);
        if (violations.isEmpty()) {
            return;
        }
        Set<String> violated = violations.stream()
                .map(violation -> componentOf(violation.getPropertyPath()))
                .collect(Collectors.toSet());
        throw SandboxException.badArgument(byComponent.entrySet().stream()
                .filter(entry -> violated.contains(entry.getKey()))
                .map(entry -> entry.getValue().name())
                .findFirst()
                .orElse(WHOLE));
    }

    private static String componentOf(Path path) {
        return path.iterator().next().getName();
    }

    private static <A extends Record> void requireValidDefault(
            Class<A> type, String component, Argument argument, Validator validator) {
        boolean fits = argument.absent()
                .map(value -> validator.validateValue(type, component, value).isEmpty())
                .orElse(true);
        if (!fits) {
            throw new ToolDefect("a default out of bounds: " + type.getName() + "." + component);
        }
    }

    private static JsonObject schemaOf(Iterable<Argument> arguments) {
        var properties = JSON.createObjectBuilder();
        var required = JSON.createArrayBuilder();
        for (Argument argument : arguments) {
            properties.add(argument.name(), argument.schema());
            if (argument.required()) {
                required.add(argument.name());
            }
        }
        return JSON.createObjectBuilder()
                .add("type", "object")
                .add("properties", properties)
                .add("required", required)
                .add("additionalProperties", false)
                .build();
    }
}
