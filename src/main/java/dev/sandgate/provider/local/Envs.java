package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.SandboxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Environment variables as the kernel wants them. BAD_ARGUMENT at {@code envs} for what cannot be one. */
final class Envs {
    private static final int MOST_CHARACTERS = 256 << 10;

    private Envs() {}

    static Map<String, String> checked(Map<String, String> envs) {
        long characters = 0;
        for (var env : envs.entrySet()) {
            String name = env.getKey();
            String value = env.getValue();
            characters += name.length() + value.length();
            boolean possible = !name.isEmpty() && name.indexOf('=') < 0 && name.indexOf('\0') < 0;
            if (!possible || value.indexOf('\0') >= 0 || characters > MOST_CHARACTERS) {
                throw SandboxException.badArgument("envs");
            }
        }
        return envs;
    }

    /** Later ones win. */
    static List<String> assignments(Map<String, String> sandbox, Map<String, String> command) {
        var all = new LinkedHashMap<>(sandbox);
        all.putAll(checked(command));
        var lines = new ArrayList<String>();
        all.forEach((name, value) -> lines.add(name + "=" + value));
        return lines;
    }
}
