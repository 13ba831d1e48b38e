package dev.sandgate.sandbox.workspace;

import dev.sandgate.sandbox.model.FileEntry;
import dev.sandgate.sandbox.model.FileListing;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.port.SandboxConnection;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What lay in the home directory at a moment: the first 1000 names. A home that cannot be listed counts as empty, since the code
 * matters and this is an extra.
 */
final class HomeSnapshot {
    static final int MOST_NAMES = 1000;
    static final int MOST_CHANGES = 50;
    private static final String HOME = ".";

    private final FileListing listing;
    private final Map<String, State> states = new HashMap<>();

    private HomeSnapshot(FileListing listing) {
        this.listing = listing;
        listing.files().forEach(file -> states.put(file.path(), State.of(file)));
    }

    private record State(long size, Instant modifiedAt) {
        static State of(FileEntry file) {
            return new State(file.size(), file.modifiedAt());
        }
    }

    static HomeSnapshot take(SandboxConnection connection) {
        return new HomeSnapshot(list(connection));
    }

    /** Files that are new or have another size or time than in this snapshot. */
    List<FileEntry> changesIn(SandboxConnection connection) {
        return list(connection).files().stream()
                .filter(file ->
                        file.type() == FileEntry.Type.FILE && !file.name().startsWith("."))
                .filter(file -> !State.of(file).equals(states.get(file.path())))
                .filter(this::isWithinView)
                .limit(MOST_CHANGES)
                .toList();
    }

    /** Beyond the last name of a cut listing nobody knows what was there before. */
    private boolean isWithinView(FileEntry file) {
        return !listing.truncated()
                || states.containsKey(file.path())
                || file.name()
                                .compareTo(listing.files()
                                        .get(listing.files().size() - 1)
                                        .name())
                        < 0;
    }

    private static FileListing list(SandboxConnection connection) {
        try {
            return connection.list(HOME, MOST_NAMES);
        } catch (SandboxException e) {
            return new FileListing(List.of(), false);
        }
    }
}
