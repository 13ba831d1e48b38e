/**
 * Whose sandbox is meant: the default of a session or conversation, lazily made; what it owns; renewal; release.
 *
 * <p>Promises: one default however many calls come at once; a session owns what it made and destroys that at its end, nothing else
 * (L10); a conversation outlives sessions; a named sandbox never becomes a default and is never adopted (L2, L3, L6); an owned one
 * is renewed before use and does not expire under its owner's call; a default that ended is told before a new one takes its place.
 * No lock is held while a provider works, so no scope waits for another.
 *
 * <p>Not here: how sandboxes are made and ended ({@code sandbox.lifecycle}), what happens inside ({@code sandbox.workspace}), when a
 * session ends ({@code mcp.server}).
 */
package dev.sandgate.sandbox.conversation;
