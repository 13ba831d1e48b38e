package dev.sandgate.mcp.server;

/** Headers of the Streamable HTTP transport and our one addition. */
final class HeaderNames {
    static final String PROTOCOL_VERSION = "MCP-Protocol-Version";
    static final String METHOD = "Mcp-Method";
    static final String NAME = "Mcp-Name";
    static final String SESSION = "Mcp-Session-Id";
    static final String CONVERSATION = "X-Conversation-Id";

    private HeaderNames() {}
}
