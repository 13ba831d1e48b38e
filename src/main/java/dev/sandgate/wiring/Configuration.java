package dev.sandgate.wiring;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;

/** What has been set, checked as a whole: who holds one need not expect a {@link BadSetting} from {@link Keys} any more. */
final class Configuration {
    static final String HTTP_HOST = "http.host";
    static final String HTTP_PORT = "http.port";

    private static final String OURS = "sandgate.";
    private static final String OURS_IN_THE_ENVIRONMENT = "SANDGATE_";

    /** Variables that Kubernetes sets in every pod when there is a service named sandgate. */
    private static final Pattern OF_KUBERNETES = Pattern.compile("SANDGATE_(SERVICE_(HOST|PORT).*|PORT(_[0-9]+_.*)?)");

    private final Function<String, Optional<String>> source;
    private final Map<String, String> providers;

    private Configuration(Set<String> names, Function<String, Optional<String>> source) {
        this.source = source;
        refuseUnknown(names);
        Keys.ALL.forEach(this::find);
        this.providers = ProviderKeys.types(names, this);
        refuseUnknownDefault();
        refuseOpenDoor();
    }

    /**
     * @param names of everything that is set, ours or not; a name may be an environment variable's
     * @param source the value of a key
     */
    static Configuration of(Set<String> names, Function<String, Optional<String>> source) {
        return new Configuration(names, source);
    }

    static Configuration of(Config config) {
        Set<String> names = new TreeSet<>();
        config.getPropertyNames().forEach(names::add);
        return of(names, key -> config.getOptionalValue(key, String.class));
    }

    /** Of a setting that always has a value. */
    <T> T get(Setting<T> setting) {
        return find(setting).orElseThrow();
    }

    <T> Optional<T> find(Setting<T> setting) {
        Optional<String> text = source.apply(setting.key());
        if (text.isEmpty()) {
            return setting.absent();
        }
        try {
            return Optional.of(setting.reader().apply(text.get()));
        } catch (IllegalArgumentException bad) {
            throw new BadSetting(setting.key(), bad.getMessage());
        }
    }

    /** Provider ids and their types. */
    Map<String, String> providers() {
        return providers;
    }

    /** Where the server listens, as a client on this machine writes it. */
    String baseUrl() {
        return "http://localhost:" + source.apply(HTTP_PORT).orElse("9080");
    }

    private void refuseUnknown(Set<String> names) {
        for (String name : new TreeSet<>(names)) {
            if (name.startsWith(OURS) && !known(name)) {
                throw new BadSetting(name, advice(name));
            }
            if (name.startsWith(OURS_IN_THE_ENVIRONMENT)
                    && !known(name)
                    && !OF_KUBERNETES.matcher(name).matches()) {
                throw new BadSetting(name, "unknown key, as an environment variable");
            }
        }
    }

    private static String advice(String name) {
        return name.startsWith("sandgate.auth.") ? "this version has no authentication yet" : "unknown key";
    }

    private static boolean known(String name) {
        return ProviderKeys.matches(name)
                || Keys.ALL.stream().map(Setting::key).anyMatch(key -> name.equals(key) || name.equals(variable(key)));
    }

    /** The environment variable that MicroProfile Config looks a key up under. */
    private static String variable(String key) {
        return key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }

    private void refuseUnknownDefault() {
        if (!providers.containsKey(get(Keys.PROVIDER_DEFAULT))) {
            throw new BadSetting(Keys.PROVIDER_DEFAULT.key(), "no provider of this name is configured");
        }
    }

    /** Whoever is not on this machine would need to prove who they are, and cannot yet. */
    private void refuseOpenDoor() {
        String host = source.apply(HTTP_HOST).orElse("127.0.0.1");
        if (!loopback(host)) {
            throw new BadSetting(
                    HTTP_HOST,
                    "an address beyond this machine needs sandgate.auth.*, which this version does not have yet");
        }
    }

    private static boolean loopback(String host) {
        try {
            return !host.equals("*") && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException nowhere) {
            return false;
        }
    }
}
