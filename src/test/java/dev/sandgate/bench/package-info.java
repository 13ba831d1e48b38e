/**
 * How fast Sandgate is, beside the floors of the machine it runs on: {@code ./mvnw -Pbench verify} prints a table.
 *
 * <p>Promises: every figure comes from this run; a missed target is said, never hidden; nothing fails for being slow, only for
 * being wrong.
 *
 * <p>Not here: whether answers are right ({@link dev.sandgate.blackbox}).
 */
package dev.sandgate.bench;
