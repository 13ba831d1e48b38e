/**
 * In front of every door: the request id, the Host and Origin allow-lists, the last word about failures that no door answers.
 *
 * <p>Promises: a request that a foreign web page made, or that came by a foreign name, reaches no door; no answer carries the text of
 * an exception.
 *
 * <p>Not here: what a door says about its own errors ({@code http.mcp} and its neighbours).
 */
package dev.sandgate.http.gate;
