package dev.sandgate.blackbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Requests that no well-behaved client sends, written byte by byte. */
final class Wire {

    private Wire() {}

    /** Sends a head (lines without line ends) and a body, and returns the answer's head. */
    static String head(Iterable<String> lines, Body body) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), Server.port())) {
            socket.setSoTimeout(20_000);
            var out = socket.getOutputStream();
            out.write((String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            try {
                body.writeTo(out);
                out.flush();
            } catch (IOException refused) {
                // the server may answer and close before it has read everything: its answer is what counts
            }
            return head(socket.getInputStream());
        }
    }

    private static String head(InputStream in) throws IOException {
        var head = new StringBuilder();
        for (int c = in.read(); c >= 0; c = in.read()) {
            head.append((char) c);
            if (head.length() >= 4 && head.indexOf("\r\n\r\n", head.length() - 4) >= 0) {
                break;
            }
        }
        return head.toString();
    }

    /** What follows the head. */
    interface Body {
        void writeTo(OutputStream out) throws IOException;

        static Body of(String text) {
            return out -> out.write(text.getBytes(StandardCharsets.UTF_8));
        }

        /** That many spaces, in chunks of 64 KiB. */
        static Body chunkedSpaces(long bytes) {
            return out -> {
                var chunk = " ".repeat(65536).getBytes(StandardCharsets.US_ASCII);
                for (long sent = 0; sent < bytes; sent += chunk.length) {
                    out.write("10000\r\n".getBytes(StandardCharsets.US_ASCII));
                    out.write(chunk);
                    out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
                }
                out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            };
        }
    }
}
