package dev.sandgate.mcp.tool;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A member of a result that is left out when there is nothing to say: an empty {@link java.util.Optional} or {@code false}.
 * Without it an empty Optional is written as null (L4).
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface OmitWhenEmpty {}
