package dev.sandgate.http.gate;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who may knock, besides this machine itself.
 *
 * @param allowedOrigins exact origins of web pages ({@code https://agents.example.com})
 * @param allowedHosts exact values of the Host header ({@code sandgate.example.com:8080})
 */
public record GateSettings(Set<String> allowedOrigins, Set<String> allowedHosts) {
    public GateSettings {
        allowedOrigins = allowedOrigins.stream().map(GateSettings::origin).collect(Collectors.toUnmodifiableSet());
        allowedHosts = allowedHosts.stream().map(GateSettings::lower).collect(Collectors.toUnmodifiableSet());
    }

    private static String origin(String text) {
        URI uri = URI.create(text);
        boolean bare = uri.getRawPath() == null || uri.getRawPath().isEmpty();
        if (uri.getScheme() == null || uri.getRawAuthority() == null || !bare) {
            throw new IllegalArgumentException("an allowed origin is scheme://host or scheme://host:port");
        }
        return lower(text);
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
