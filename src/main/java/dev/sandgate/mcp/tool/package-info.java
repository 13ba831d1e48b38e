/**
 * The tool socket: what a tool is (card, argument record, call), what it gets (context) and what it gives (result, content), and
 * how records become JSON Schema, are bound from JSON and written as JSON.
 *
 * <p>Promises: a defect of a tool (an argument type without a schema, a default that does not parse) is found when the catalogue
 * is built, not when it is called; binding is strict and never repeats a value; an output schema accepts exactly what is written.
 *
 * <p>Not here: the protocol ({@code mcp.server}), any particular tool ({@code tools.*}).
 */
package dev.sandgate.mcp.tool;
