/**
 * The words everybody uses: ids, states and their transitions, specs, results, the failure family.
 *
 * <p>Promises: immutable values that cannot exist in a wrong shape; {@code java.*} only. Constructors throw {@link
 * IllegalArgumentException} whose message names the field and never repeats a value.
 *
 * <p>Not here: rules about when something may happen ({@code sandbox.lifecycle}, {@code sandbox.conversation}), what a provider
 * must be able to do ({@code sandbox.port}), how a failure is told to a client ({@code tools.outcome}, {@code http.*}).
 */
package dev.sandgate.sandbox.model;
