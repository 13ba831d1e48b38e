package dev.sandgate.bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One keep-alive connection on a plain socket. The driver shares the processors with the server, so it writes prepared bytes and
 * reads no more than it must: the status, the length, the body. Not thread-safe.
 */
final class Connection implements AutoCloseable {

    private static final int PATIENCE_MS = 120_000;

    private final Socket socket;
    private final InputStream in;
    private final StringBuilder line = new StringBuilder(128);

    Connection(URI endpoint) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MS);
        in = new BufferedInputStream(socket.getInputStream(), 32_768);
    }

    /** Sends a request and leaves its answer for later. */
    void send(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
    }

    /** Sends a request, reads the answer, and fails unless it is a 200. */
    Answer exchange(byte[] request) throws IOException {
        send(request);
        return receive();
    }

    /** Reads until the head of the answer is there, which for a long call is its first keep-alive. */
    void awaitHead() throws IOException {
        head();
    }

    Answer receive() throws IOException {
        var head = head();
        var body = head.length >= 0 ? in.readNBytes(head.length) : chunks();
        if (head.status != 200) {
            throw new IOException(head.status + " " + new String(body, StandardCharsets.UTF_8));
        }
        return new Answer(head.session, body);
    }

    private Head head() throws IOException {
        int status = Integer.parseInt(line().substring(9, 12));
        int length = -1;
        String session = null;
        for (var header = line(); !header.isEmpty(); header = line()) {
            var name = header.substring(0, header.indexOf(':')).toLowerCase(Locale.ROOT);
            if (name.equals("content-length")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).strip());
            } else if (name.equals("mcp-session-id")) {
                session = header.substring(header.indexOf(':') + 1).strip();
            }
        }
        return new Head(status, length, session);
    }

    private byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            body.write(in.readNBytes(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private String line() throws IOException {
        line.setLength(0);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException();
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private record Head(int status, int length, String session) {}

    /** The body of a 200. */
    record Answer(String session, byte[] body) {

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }
}
