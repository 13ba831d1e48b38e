package dev.sandgate.stdio;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URI;

/** {@code java -jar sandgate-stdio.jar [URL]}. */
public final class Main {
    private static final String DEFAULT_URL = "http://localhost:9080/mcp";
    private static final int USAGE = 2;

    private Main() {}

    public static void main(String[] args) throws IOException {
        URI endpoint = args.length <= 1 ? endpoint(args.length == 0 ? DEFAULT_URL : args[0]) : null;
        if (endpoint == null) {
            System.err.println(
                    "usage: java -jar sandgate-stdio.jar [URL of the MCP endpoint; default " + DEFAULT_URL + "]");
            System.exit(USAGE);
        }
        var bridge = new Bridge(new Endpoint(endpoint), new MessageWriter(new FileOutputStream(FileDescriptor.out)));
        Runtime.getRuntime().addShutdownHook(new Thread(bridge::close, "last words"));
        bridge.carry(new FileInputStream(FileDescriptor.in));
        System.exit(0);
    }

    /** Null when it is no address of the web. */
    private static URI endpoint(String text) {
        try {
            URI uri = URI.create(text);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return web && uri.getHost() != null ? uri : null;
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }
}
