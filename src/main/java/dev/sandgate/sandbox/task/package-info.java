/**
 * Commands that outlive their request, on the managed executor (L1).
 *
 * <p>Promises: a status other than running only when the program has ended or its end is certain, an exit code only when it told
 * one; output of both streams in order, by byte cursor, whole characters, nothing lost or doubled but what the bounded spool says it
 * dropped; bounded threads, waiters and memory; whoever waits holds no thread, and no lock is held while it is woken.
 *
 * <p>Not here: which sandbox, and its renewal before the start ({@code sandbox.conversation}); how a command runs ({@code
 * sandbox.port}). A task neither holds its sandbox nor prolongs its life.
 */
package dev.sandgate.sandbox.task;
