package dev.sandgate.mcp.tool;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Method handles onto records and value classes, all of one shape each, so that a call of them is exact and fast. */
final class Handles {
    private static final MethodType UNARY = MethodType.methodType(Object.class, Object.class);

    private Handles() {}

    /** From an object (for a static method: its argument) to an object. */
    static MethodHandle of(Method method) {
        try {
            method.setAccessible(true);
            return MethodHandles.lookup().unreflect(method).asType(UNARY);
        } catch (IllegalAccessException e) {
            throw new ToolDefect("cannot call " + method);
        }
    }

    static MethodHandle of(Constructor<?> constructor) {
        try {
            constructor.setAccessible(true);
            return MethodHandles.lookup().unreflectConstructor(constructor).asType(UNARY);
        } catch (IllegalAccessException e) {
            throw new ToolDefect("cannot call " + constructor);
        }
    }

    /** From the components as an array to the record as an object. */
    static MethodHandle canonical(Class<? extends Record> type) {
        Class<?>[] components = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(components);
            constructor.setAccessible(true);
            return MethodHandles.lookup()
                    .unreflectConstructor(constructor)
                    .asSpreader(Object[].class, components.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new ToolDefect("cannot make a " + type.getName());
        }
    }

    static Object call(MethodHandle unary, Object argument) {
        try {
            return (Object) unary.invokeExact(argument);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    static Object make(MethodHandle canonical, Object[] components) {
        try {
            return (Object) canonical.invokeExact(components);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof RuntimeException e) {
            return e;
        }
        if (thrown instanceof Error e) {
            throw e;
        }
        return new IllegalStateException(
                "checked exception from a value class: " + thrown.getClass().getName());
    }
}
