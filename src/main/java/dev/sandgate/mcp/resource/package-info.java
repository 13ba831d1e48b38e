/**
 * The resource socket: what offers resources (listed ones, templates, or both), and what reading one gives.
 *
 * <p>Promises: a source knows its own URIs and nothing of the protocol; what it gives is text or bytes, never neither.
 *
 * <p>Not here: the protocol and its errors ({@code mcp.server}), the files of a sandbox ({@code tools.files}), links to resources in
 * the result of a tool ({@code mcp.tool}).
 */
package dev.sandgate.mcp.resource;
