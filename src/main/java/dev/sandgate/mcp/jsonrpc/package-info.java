/**
 * JSON-RPC 2.0 and nothing else: messages from bytes, errors, bytes from messages.
 *
 * <p>Promises: what is parsed is one well-formed message, no deeper than {@link JsonText#MAX_DEPTH}; ids keep their JSON type; no
 * error ever carries {@code "id":null}.
 *
 * <p>Not here: any method or HTTP status ({@code mcp.server}), the size of a body ({@code http.mcp}).
 */
package dev.sandgate.mcp.jsonrpc;
