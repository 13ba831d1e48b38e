package dev.sandgate.mcp.server;

import java.util.List;
import java.util.Optional;

/** The headers of a request, by name without regard to case. */
@FunctionalInterface
public interface Headers {

    List<String> all(String name);

    /** Its value without white space around it (M5); empty where it is missing. Several values stay one list. */
    default Optional<String> value(String name) {
        List<String> all = all(name);
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(",", all).strip());
    }
}
