package dev.sandgate.mcp.server;

import java.util.List;

/**
 * What came by POST.
 *
 * @param tools the values of the query parameter {@code tools}
 * @param body not copied; nobody changes it
 */
public record Incoming(Headers headers, List<String> tools, byte[] body) {}
