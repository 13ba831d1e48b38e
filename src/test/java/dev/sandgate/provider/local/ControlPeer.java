package dev.sandgate.provider.local;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;

/** The supervisor's side of a control channel. */
final class ControlPeer implements AutoCloseable {
    private final SocketChannel socket;

    ControlPeer(Path path) throws IOException {
        socket = SocketChannel.open(UnixDomainSocketAddress.of(path));
    }

    void say(int type, int op, byte[] payload) throws IOException {
        socket.write(ByteBuffer.wrap(FrameReaderTest.frame(type, op, payload)));
    }

    /** The next frame's body, or empty at the end of the connection. */
    Optional<ByteBuffer> hear() throws IOException {
        ByteBuffer length = ByteBuffer.allocate(4);
        if (!fill(length)) {
            return Optional.empty();
        }
        ByteBuffer body = ByteBuffer.allocate(length.getInt(0));
        return fill(body) ? Optional.of(body.flip()) : Optional.empty();
    }

    private boolean fill(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            try {
                if (socket.read(buffer) < 0) {
                    return false;
                }
            } catch (IOException reset) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    SocketChannel socket() {
        return socket;
    }

    static byte[] hello(byte[] secret) {
        return ByteBuffer.allocate(6 + secret.length)
                .putShort((short) Frames.VERSION)
                .putInt(secret.length)
                .put(secret)
                .array();
    }
}
