package dev.sandgate.mcp.tool;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A text that is kept as it is, as the content of a file or a piece of source code: it may hold U+0000, which every other text
 * argument refuses, because no path, command line or environment variable can carry it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Verbatim {}
