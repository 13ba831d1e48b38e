/**
 * How a failure is told to a model: a closed list of situations, each with static advice.
 *
 * <p>Promises: no text of a provider, no value of a request, no stack trace in a result or in the log line of a failure (L8).
 *
 * <p>Not here: protocol errors ({@code mcp.server}), what can go wrong ({@code sandbox.model.Situation}), HTTP problems ({@code
 * http.rest}), the shape of good results (each tool), how a program's output is capped ({@code sandbox.workspace}).
 */
package dev.sandgate.tools.outcome;
