package dev.sandgate.mcp.server;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** Text in a header: itself, or {@code =?base64?…?=} where it is not plain ASCII (2026-07-28, transports; M5). */
final class HeaderText {
    private static final String PREFIX = "=?base64?";
    private static final String SUFFIX = "?=";

    private HeaderText() {}

    /** Empty where the encoding is broken. */
    static Optional<String> decode(String value) {
        if (!value.startsWith(PREFIX)
                || !value.endsWith(SUFFIX)
                || value.length() < PREFIX.length() + SUFFIX.length()) {
            return Optional.of(value);
        }
        try {
            byte[] bytes =
                    Base64.getDecoder().decode(value.substring(PREFIX.length(), value.length() - SUFFIX.length()));
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (IllegalArgumentException | CharacterCodingException broken) {
            return Optional.empty();
        }
    }
}
