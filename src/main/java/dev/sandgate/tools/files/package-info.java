/**
 * Tools for the text files of a sandbox, and its files as resources.
 *
 * <p>Promises: for a tool text in, text out, and what is not text is refused; a resource is the whole file, text or bytes.
 *
 * <p>Not here: bytes in pieces ({@code tools.transfer}), which sandbox ({@code sandbox.conversation}), the URI of a file ({@link
 * dev.sandgate.sandbox.model.SandboxFileUri}).
 */
package dev.sandgate.tools.files;
