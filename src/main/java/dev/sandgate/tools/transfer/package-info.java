/**
 * Tools that move binary files: the bytes as base64, in pieces by offset, each with its SHA-256.
 *
 * <p>Promises: byte-exact; no more than one piece is in memory.
 *
 * <p>Not here: text files ({@code tools.files}), how a sandbox's file is reached ({@code sandbox.workspace}).
 */
package dev.sandgate.tools.transfer;
