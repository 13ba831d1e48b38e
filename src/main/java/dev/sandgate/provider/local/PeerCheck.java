package dev.sandgate.provider.local;

import java.io.IOException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;

/**
 * Is whoever connected to a socket the one it was made for? The kernel says who connects (SO_PEERCRED). The option is asked for by
 * name because its type lives in an optional module of the JDK.
 */
final class PeerCheck {
    private final UserPrincipal owner;

    private PeerCheck(UserPrincipal owner) {
        this.owner = owner;
    }

    /** Gives the socket to that user, or leaves it with the user of this process, and lets nobody else connect. */
    static PeerCheck ownerOf(Path socket, Optional<Integer> uid) throws IOException {
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
        if (uid.isPresent()) {
            Files.setAttribute(socket, "unix:uid", uid.get());
        }
        return new PeerCheck(Files.getOwner(socket));
    }

    boolean accepts(SocketChannel socket) throws IOException {
        for (SocketOption<?> option : socket.supportedOptions()) {
            if (option.name().equals("SO_PEERCRED")) {
                return owner.equals(user(socket.getOption(option)));
            }
        }
        return true;
    }

    private static Object user(Object credentials) throws IOException {
        try {
            return credentials.getClass().getMethod("user").invoke(credentials);
        } catch (ReflectiveOperationException e) {
            throw new IOException("peer credentials", e);
        }
    }
}
