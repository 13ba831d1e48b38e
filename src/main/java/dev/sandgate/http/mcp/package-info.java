/**
 * The door for MCP clients: Streamable HTTP (2026-07-28 and 2025-11-25, transports). Reads bytes, hands them to {@code mcp.server},
 * writes one JSON body or an event stream.
 *
 * <p>Promises: no body beyond 16 MiB is kept, and not many large ones at once; no request thread waits for a tool; an answer is written
 * once.
 *
 * <p>Not here: what a message means ({@code mcp.server}); Host and Origin ({@code http.gate}).
 */
package dev.sandgate.http.mcp;
