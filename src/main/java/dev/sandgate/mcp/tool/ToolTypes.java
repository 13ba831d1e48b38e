package dev.sandgate.mcp.tool;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds the argument record in the declaration of a tool class: the {@code A} of {@code Tool<A>}, through superclasses. */
final class ToolTypes {
    private final Map<TypeVariable<?>, Type> bound = new HashMap<>();

    private ToolTypes() {}

    static Class<? extends Record> argumentsOf(Class<?> toolClass) {
        var types = new ToolTypes();
        return types.search(toolClass)
                .map(types::resolve)
                .filter(type -> type instanceof Class<?> found && found.isRecord())
                .map(type -> ((Class<?>) type).<Record>asSubclass(Record.class))
                .orElseThrow(() -> new ToolDefect("no argument record in the declaration of " + toolClass.getName()));
    }

    private Optional<Type> search(Type type) {
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            for (int i = 0; i < raw.getTypeParameters().length; i++) {
                bound.put(raw.getTypeParameters()[i], generic.getActualTypeArguments()[i]);
            }
            return raw == Tool.class ? Optional.of(generic.getActualTypeArguments()[0]) : searchAbove(raw);
        }
        return type instanceof Class<?> raw ? searchAbove(raw) : Optional.empty();
    }

    private Optional<Type> searchAbove(Class<?> raw) {
        for (Type above : raw.getGenericInterfaces()) {
            Optional<Type> found = search(above);
            if (found.isPresent()) {
                return found;
            }
        }
        return raw.getGenericSuperclass() == null ? Optional.empty() : search(raw.getGenericSuperclass());
    }

    private Type resolve(Type type) {
        Type resolved = type;
        while (resolved instanceof TypeVariable<?> variable && bound.containsKey(variable)) {
            resolved = bound.get(variable);
        }
        return resolved;
    }
}
