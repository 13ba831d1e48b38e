/**
 * The STDIO side (contract §2): a program of its own, {@code sandgate-stdio.jar}, that carries newline-delimited JSON-RPC from its
 * standard input to the endpoint and the answers back (L9).
 *
 * <p>Promises: nothing but JSON-RPC on standard output, one message a line; nothing of a message on standard error; every wait has an
 * end; the end of input ends the session.
 *
 * <p>Not here: any tool, schema or rule of the protocol ({@code mcp.server} at the other end has them). Not part of the WAR.
 */
package dev.sandgate.stdio;
