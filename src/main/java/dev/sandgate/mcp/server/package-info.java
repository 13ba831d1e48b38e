/**
 * The Model Context Protocol: both eras on one endpoint, sessions of the older one, tasks of the newer one, the catalogues of tools
 * and of resources, the calls in flight.
 *
 * <p>Promises: {@link Protocol} reads as the protocol; the eras differ in shapes, not in behaviour; a waiting call holds a thread of
 * a bounded pool and nothing else; every call ends, is answered at most once and is logged once, without arguments or output.
 *
 * <p>Not here: bytes on a wire ({@code http.mcp} implements {@link Reply}), what a tool does or a resource holds ({@code tools.*}),
 * tasks for clients that do not know the extension ({@code tools.task}), whose sandbox is meant ({@code sandbox.conversation}; {@link SessionEndListener} tells it when a session is over).
 */
package dev.sandgate.mcp.server;
