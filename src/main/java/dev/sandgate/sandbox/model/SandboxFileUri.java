package dev.sandgate.sandbox.model;

import java.io.ByteArrayOutputStream;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A file of a sandbox as a URI: {@code sandbox://}, the sandbox, and the percent-encoded absolute path.
 *
 * @param path absolute
 */
public record SandboxFileUri(SandboxRef sandbox, String path) {
    public static final String TEMPLATE = "sandbox://{sandbox_id}/{path}";

    private static final String SCHEME = "sandbox://";
    private static final String LITERAL = "-._~/";

    public SandboxFileUri {
        if (!path.startsWith("/") || path.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("path");
        }
    }

    /** Empty for what is no such URI; one with a query or a fragment is none. */
    public static Optional<SandboxFileUri> parse(String uri) {
        int slash = uri.indexOf('/', SCHEME.length());
        if (!uri.startsWith(SCHEME) || slash < 0 || uri.indexOf('?') >= 0 || uri.indexOf('#') >= 0) {
            return Optional.empty();
        }
        try {
            var sandbox = SandboxRef.parse(decode(uri.substring(SCHEME.length(), slash)));
            return Optional.of(new SandboxFileUri(sandbox, "/" + decode(uri.substring(slash + 1))));
        } catch (IllegalArgumentException | CharacterCodingException malformed) {
            return Optional.empty();
        }
    }

    public String text() {
        String provider = sandbox.provider().map(id -> id + ":").orElse("");
        return SCHEME + encode(provider + sandbox.id()) + encode(path); // a bare colon would begin a port
    }

    /** The last part of the path. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** By the name alone. */
    public Optional<String> mimeType() {
        return Optional.ofNullable(URLConnection.guessContentTypeFromName(name()));
    }

    private static String encode(String text) {
        var encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || LITERAL.indexOf(c) >= 0)) {
                encoded.append(c);
            } else {
                encoded.append('%').append(String.format("%02X", (int) c));
            }
        }
        return encoded.toString();
    }

    private static String decode(String text) throws CharacterCodingException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        var decoded = new ByteArrayOutputStream();
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == '%') {
                decoded.write(16 * digit(bytes, at + 1) + digit(bytes, at + 2));
                at += 2;
            } else {
                decoded.write(bytes[at]);
            }
        }
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(decoded.toByteArray()))
                .toString();
    }

    private static int digit(byte[] bytes, int at) {
        int digit = at < bytes.length ? Character.digit(bytes[at], 16) : -1;
        if (digit < 0) {
            throw new IllegalArgumentException("percent-encoding");
        }
        return digit;
    }
}
