package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which host a request may name, byte by byte, since no client library sends the odd ones (M2, E2; RFC 9112, 3.2). */
class HostIT {
    private static final URI SERVER = URI.create(System.getProperty("sandgate.url"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "405 | /mcp | Host: localhost:PORT",
                "405 | /mcp | Host: LOCALHOST:PORT",
                "405 | /mcp | Host: 127.0.0.1:PORT",
                "405 | /mcp | Host: [::1]:PORT",
                "403 | /mcp | X-No-Host: at all",
                "403 | /mcp | Host: sandgate.invalid:PORT",
                "403 | /mcp | Host: localhost",
                "403 | /mcp | Host: localhost:PORT~Host: sandgate.invalid",
                "403 | http://sandgate.invalid/mcp | Host: localhost:PORT"
            })
    void oneNameOfOurs_isWanted(int status, String target, String headers) throws IOException {
        assertEquals(status, get(target, headers));
    }

    private static int get(String target, String headers) throws IOException {
        String lines =
                headers.replace("PORT", Integer.toString(SERVER.getPort())).replace("~", "\r\n");
        String request = "GET " + target + " HTTP/1.1\r\n" + lines + "\r\nConnection: close\r\n\r\n";
        try (Socket socket = new Socket(SERVER.getHost(), SERVER.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            byte[] start = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
            return Integer.parseInt(new String(start, StandardCharsets.US_ASCII).substring(9));
        }
    }
}
