package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients that take their time with a body hold up nobody. */
class SlowClientsIT {
    private static final int CLIENTS = 400;
    private static final Duration SOON = Duration.ofSeconds(5);

    @Test
    void unfinishedBodies_holdUpNobody() throws IOException {
        URI server = URI.create(System.getProperty("sandgate.url"));
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                slow.add(unfinished(server));
            }
            long start = System.nanoTime();
            Mcp.modern().request("tools/list").result();
            Mcp.modern().call("list_sandboxes").structured();
            assertTrue(System.nanoTime() - start < SOON.toNanos());
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    private static Socket unfinished(URI server) throws IOException {
        Socket socket = new Socket(server.getHost(), server.getPort());
        String start = "POST /mcp HTTP/1.1\r\nHost: " + server.getAuthority()
                + "\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";
        socket.getOutputStream().write(start.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
