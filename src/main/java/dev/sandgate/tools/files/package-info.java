/**
 * Tools for the text files of a sandbox.
 *
 * <p>Promises: text in, text out; what is not text is refused.
 *
 * <p>Not here: bytes ({@code tools.transfer}), which sandbox ({@code sandbox.conversation}).
 */
package dev.sandgate.tools.files;
