package dev.sandgate.sandbox.model;

import java.util.Locale;

/** A language whose interpreter keeps its state between calls (C12). */
public enum Language {
    PYTHON,
    JAVASCRIPT,
    TYPESCRIPT,
    BASH,
    R;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException when the word is none of the contract's */
    public static Language parse(String word) {
        for (Language language : values()) {
            if (language.word().equals(word)) {
                return language;
            }
        }
        throw new IllegalArgumentException("language");
    }
}
