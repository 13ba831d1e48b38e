/**
 * Tools that make, show and end sandboxes.
 *
 * <p>Promises: what is told of a sandbox is exactly the nine members of requirement L4.
 *
 * <p>Not here: the rules ({@code sandbox.conversation}, {@code sandbox.lifecycle}), how a failure is told ({@code tools.outcome}).
 */
package dev.sandgate.tools.lifecycle;
