package dev.sandgate.wiring;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One thing that can be set.
 *
 * @param key {@code sandgate.…}
 * @param absent what holds when nobody says anything
 * @param reader text to value; throws {@link IllegalArgumentException} that says what is wanted, without the text
 */
record Setting<T>(String key, Optional<T> absent, Function<String, T> reader) {

    /** A whole number from {@code least} to {@code most}. */
    static Setting<Integer> number(String key, int absent, int least, int most) {
        return new Setting<>(key, Optional.of(absent), text -> (int) whole(text, least, most));
    }

    static Setting<Long> bytes(String key, long absent, long most) {
        return new Setting<>(key, Optional.of(absent), text -> whole(text, 0, most));
    }

    static Setting<String> text(String key, String absent) {
        return new Setting<>(key, Optional.of(absent), Setting::word);
    }

    /** Nothing in particular when nobody says anything. */
    static Setting<String> text(String key) {
        return new Setting<>(key, Optional.empty(), Setting::word);
    }

    static Setting<String> oneOf(String key, String... words) {
        return new Setting<>(key, Optional.of(words[0]), text -> choice(text, List.of(words)));
    }

    /** Separated by commas. */
    static Setting<List<String>> list(String key) {
        return new Setting<>(key, Optional.of(List.of()), Setting::words);
    }

    private static long whole(String text, long least, long most) {
        String complaint = "a whole number from " + least + " to " + most + " is wanted";
        try {
            long value = Long.parseLong(text.strip());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(complaint);
        }
        throw new IllegalArgumentException(complaint);
    }

    private static String word(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("it is empty");
        }
        return text.strip();
    }

    private static String choice(String text, List<String> words) {
        if (!words.contains(text.strip())) {
            throw new IllegalArgumentException("one of " + String.join(", ", words) + " is wanted");
        }
        return text.strip();
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
