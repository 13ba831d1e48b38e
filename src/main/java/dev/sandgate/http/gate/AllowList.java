package dev.sandgate.http.gate;

import java.util.List;
import java.util.Locale;

/**
 * Exact comparison of Host and Origin against the loopback names with the port the request came to, and what the settings add (M2, E2).
 * It keeps out web pages, also those whose name was made to point here.
 */
final class AllowList {
    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");
    private static final int HTTP_PORT = 80;

    private final GateSettings settings;

    AllowList(GateSettings settings) {
        this.settings = settings;
    }

    boolean admitsHost(String host, int localPort) {
        String name = host.toLowerCase(Locale.ROOT);
        return settings.allowedHosts().contains(name) || isOurselves(name, localPort);
    }

    boolean admitsOrigin(String origin, int localPort) {
        String name = origin.toLowerCase(Locale.ROOT);
        String scheme = "http://";
        return settings.allowedOrigins().contains(name)
                || (name.startsWith(scheme) && isOurselves(name.substring(scheme.length()), localPort));
    }

    private static boolean isOurselves(String authority, int localPort) {
        return LOOPBACK.stream()
                .anyMatch(name ->
                        authority.equals(name + ":" + localPort) || (localPort == HTTP_PORT && authority.equals(name)));
    }
}
