package dev.sandgate.sandbox.model;

import java.time.Instant;
import java.util.Locale;

/**
 * One name in a directory.
 *
 * @param path absolute
 * @param size bytes
 * @param nameLossy the name is not UTF-8; what is shown has U+FFFD in it
 */
public record FileEntry(String name, String path, Type type, long size, Instant modifiedAt, boolean nameLossy) {

    /** A symlink is a symlink, wherever it leads. */
    public enum Type {
        FILE,
        DIRECTORY,
        SYMLINK,
        OTHER;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
