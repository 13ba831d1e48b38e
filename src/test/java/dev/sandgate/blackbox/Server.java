package dev.sandgate.blackbox;

import java.net.URI;

/** Where the server under test listens: the system property {@code sandgate.url}, its root, without {@code /mcp}. */
public final class Server {

    private Server() {}

    public static URI root() {
        var url = System.getProperty("sandgate.url", "http://localhost:9080/");
        return URI.create(url.replaceFirst("/(mcp)?$", ""));
    }

    public static URI mcp() {
        return URI.create(root() + "/mcp");
    }

    public static int port() {
        return root().getPort();
    }
}
