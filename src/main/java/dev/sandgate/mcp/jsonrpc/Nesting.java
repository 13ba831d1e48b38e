package dev.sandgate.mcp.jsonrpc;

/**
 * One pass over a JSON text before it is parsed: bounds the depth, and finds what follows the first value, which JSON-P does not.
 * Everything else that may be wrong is the parser's.
 */
final class Nesting {
    private final String text;
    private final int limit;
    private int depth;

    private Nesting(String text, int limit) {
        this.text = text;
        this.limit = limit;
    }

    static void check(String text, int limit) {
        new Nesting(text, limit).scan();
    }

    private void scan() {
        for (int at = 0; at < text.length(); at++) {
            switch (text.charAt(at)) {
                case '"' -> at = endOfString(at);
                case '{', '[' -> open();
                case '}', ']' -> {
                    if (--depth == 0) {
                        requireBlank(at + 1);
                        return;
                    }
                }
                default -> {
                    // the parser's
                }
            }
        }
    }

    private void open() {
        if (++depth > limit) {
            throw RpcError.invalidRequest("Invalid Request: nested more than " + limit + " deep");
        }
    }

    private int endOfString(int start) {
        for (int at = start + 1; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                return at;
            }
            if (c == '\\') {
                at++;
            }
        }
        return text.length();
    }

    private void requireBlank(int from) {
        for (int at = from; at < text.length(); at++) {
            if (" \t\r\n".indexOf(text.charAt(at)) < 0) {
                throw RpcError.parseError("Parse error: something follows the JSON value");
            }
        }
    }
}
