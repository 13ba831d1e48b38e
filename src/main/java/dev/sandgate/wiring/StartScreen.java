package dev.sandgate.wiring;

/**
 * What is shown at the end of start-up.
 *
 * @param baseUrl of the server, as a client on this machine writes it
 * @param isolation the tier that the embedded provider achieved
 */
record StartScreen(String baseUrl, String isolation) {

    String text() {
        return """

                ------------------------------------------------------------------------------------------
                  Sandgate is ready                                isolation: %2$s

                  MCP endpoint   %1$s/mcp
                  OpenAPI        %1$s/openapi/ui/

                  Add it to a client:

                  Claude Code    claude mcp add --transport http sandgate %1$s/mcp
                  VS Code        .vscode/mcp.json   {"servers":{"sandgate":{"type":"http","url":"%1$s/mcp"}}}
                  Cursor         .cursor/mcp.json   {"mcpServers":{"sandgate":{"url":"%1$s/mcp"}}}

                  or look at it from a shell:

                  npx @modelcontextprotocol/inspector --cli %1$s/mcp --transport http --method tools/list
                ------------------------------------------------------------------------------------------
                """.formatted(baseUrl, isolation);
    }
}
