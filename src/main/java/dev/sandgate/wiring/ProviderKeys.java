package dev.sandgate.wiring;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which providers are configured: {@code sandgate.provider.<id>.type} and what belongs to it. The provider {@code local} is
 * there without being named.
 */
final class ProviderKeys {
    static final String LOCAL = "local";

    private static final Pattern KEY = Pattern.compile(
            "sandgate\\.provider\\.([a-z][a-z0-9-]{0,31})\\.(type|url|sandbox-url|api-key|api-key\\.file|domain)");
    private static final Pattern VARIABLE = Pattern.compile(
            "SANDGATE_PROVIDER_([A-Z][A-Z0-9_]{0,31}?)_(TYPE|URL|SANDBOX_URL|API_KEY|API_KEY_FILE|DOMAIN)");

    private ProviderKeys() {}

    /** Whether the name, of a property or of an environment variable, can be a provider's. */
    static boolean matches(String name) {
        return KEY.matcher(name).matches() || VARIABLE.matcher(name).matches();
    }

    /** Provider ids and their types. */
    static Map<String, String> types(Set<String> names, Configuration configuration) {
        Map<String, String> types = new TreeMap<>();
        for (String id : ids(names)) {
            types.put(id, type(id, configuration));
            refuseForeignKeys(id, names);
        }
        return types;
    }

    private static Set<String> ids(Set<String> names) {
        Set<String> ids = new TreeSet<>(Set.of(LOCAL));
        for (String name : names) {
            Matcher key = KEY.matcher(name);
            Matcher variable = VARIABLE.matcher(name);
            if (key.matches()) {
                ids.add(key.group(1));
            } else if (variable.matches()) {
                ids.add(variable.group(1).toLowerCase(Locale.ROOT).replace('_', '-'));
            }
        }
        return ids;
    }

    private static String type(String id, Configuration configuration) {
        String key = "sandgate.provider." + id + ".type";
        Optional<String> type = configuration.find(Setting.text(key));
        if (type.isEmpty() && !id.equals(LOCAL)) {
            throw new BadSetting(key, "it is missing, but other keys of this provider are there");
        }
        if (!type.orElse(LOCAL).equals(LOCAL)) {
            throw new BadSetting(key, "unknown provider type; this version knows " + LOCAL);
        }
        return LOCAL;
    }

    private static void refuseForeignKeys(String id, Set<String> names) {
        String type = "sandgate.provider." + id + ".type";
        for (String name : new TreeSet<>(names)) {
            Matcher key = KEY.matcher(name);
            if (key.matches() && key.group(1).equals(id) && !name.equals(type)) {
                throw new BadSetting(name, "a provider of type " + LOCAL + " has no such key");
            }
        }
    }
}
