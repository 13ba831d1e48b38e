/**
 * Tools that run commands and code in a sandbox.
 *
 * <p>Promises: a program that fails or runs out of time is an ordinary result.
 *
 * <p>Not here: which sandbox ({@code sandbox.conversation}), capping of output ({@code sandbox.workspace}), commands that outlive
 * their request ({@code tools.task}).
 */
package dev.sandgate.tools.exec;
