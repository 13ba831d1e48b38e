package dev.sandgate.sandbox.model;

import java.util.List;

/** The entries of a directory, sorted by name; {@code truncated} when there are more than were asked for. */
public record FileListing(List<FileEntry> files, boolean truncated) {
    public FileListing {
        files = List.copyOf(files);
    }
}
