/**
 * Inside a living sandbox: run, code, files.
 *
 * <p>Promises: every use goes through the {@link dev.sandgate.sandbox.workspace.Usage} it was given, opens its connection and closes
 * it; output is capped as configured; text is whole characters of strict UTF-8.
 *
 * <p>Not here: which sandbox, its life and its owner ({@code sandbox.conversation}), how it is reached ({@code sandbox.port}).
 */
package dev.sandgate.sandbox.workspace;
