package dev.sandgate.mcp.tool;

import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A result record as JSON Schema and as JSON. The schema accepts exactly what is written: every member in the record's order,
 * all present but those marked {@link OmitWhenEmpty}. Immutable and thread-safe.
 */
final class OutputShape {
    private static final JsonProvider JSON = JsonProvider.provider();
    private static final ClassValue<OutputShape> SHAPES = new ClassValue<>() {
        @Override
        protected OutputShape computeValue(Class<?> type) {
            return of(type.asSubclass(Record.class), Set.of());
        }
    };

    private final Class<? extends Record> type;
    private final List<Member> members;
    private final JsonObject schema;

    private record Member(String snake, String camel, MethodHandle accessor, OutputType type, boolean omit) {
        String name(Naming naming) {
            return naming == Naming.SNAKE_CASE ? snake : camel;
        }
    }

    private OutputShape(Class<? extends Record> type, List<Member> members, JsonObject schema) {
        this.type = type;
        this.members = List.copyOf(members);
        this.schema = schema;
    }

    /** Made once per class. */
    static OutputShape of(Class<? extends Record> type) {
        return SHAPES.get(type);
    }

    static OutputShape of(Class<? extends Record> type, Set<Class<?>> outer) {
        Set<Class<?>> path = new HashSet<>(outer);
        if (!path.add(type)) {
            throw new ToolDefect("a result that contains itself: " + type.getName());
        }
        var properties = JSON.createObjectBuilder();
        var required = JSON.createArrayBuilder();
        List<Member> members = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Member member = member(component, path);
            members.add(member);
            properties.add(member.snake, schema(component, member));
            if (!member.omit) {
                required.add(member.snake);
            }
        }
        JsonObject schema = JSON.createObjectBuilder()
                .add("type", "object")
                .add("properties", properties)
                .add("required", required)
                .add("additionalProperties", false)
                .build();
        return new OutputShape(type, members, schema);
    }

    JsonObject schema() {
        return schema;
    }

    JsonObject write(Record value, Naming naming) {
        JsonObjectBuilder object = JSON.createObjectBuilder();
        for (Member member : members) {
            Object content = Handles.call(member.accessor, value);
            if (content == null) {
                throw new IllegalStateException("null in " + type.getName() + "." + member.camel);
            }
            if (!(member.omit && isEmpty(content))) {
                object.add(member.name(naming), member.type.writer().write(content, naming));
            }
        }
        return object.build();
    }

    private static boolean isEmpty(Object content) {
        return content instanceof Optional<?> optional ? optional.isEmpty() : Boolean.FALSE.equals(content);
    }

    private static Member member(RecordComponent component, Set<Class<?>> path) {
        boolean omit = component.isAnnotationPresent(OmitWhenEmpty.class);
        if (omit && component.getType() != Optional.class && component.getType() != boolean.class) {
            throw new ToolDefect("cannot be omitted: " + component);
        }
        return new Member(
                Naming.SNAKE_CASE.of(component.getName()),
                Naming.CAMEL_CASE.of(component.getName()),
                Handles.of(component.getAccessor()),
                OutputType.of(component.getGenericType(), path),
                omit);
    }

    /** An omitted Optional is never null. */
    private static JsonObject schema(RecordComponent component, Member member) {
        JsonObject full = member.type.schema();
        JsonObject written = member.omit && component.getType() == Optional.class
                ? full.getJsonArray("anyOf").getJsonObject(0)
                : full;
        Describe description = component.getAnnotation(Describe.class);
        if (description == null) {
            return written;
        }
        return JSON.createObjectBuilder(written)
                .add("description", description.value())
                .build();
    }
}
