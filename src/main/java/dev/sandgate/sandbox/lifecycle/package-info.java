/**
 * That sandboxes live: which providers there are, create (idempotent), find, list, prolong, kill.
 *
 * <p>Promises: every address names a configured provider; an ended sandbox is SANDBOX_NOT_FOUND; no life goes beyond the maximum;
 * one idempotency key makes one sandbox, whatever happens at the same time. Thread-safe.
 *
 * <p>Not here: whose sandbox is meant when none is named, who owns it, when it is renewed ({@code sandbox.conversation}); what
 * happens inside ({@code sandbox.workspace}).
 */
package dev.sandgate.sandbox.lifecycle;
