package dev.sandgate.provider.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** What the host keeps of one sandbox: the directory of its control socket, and the record of its process. */
record SandboxDirectory(Path path) {
    static final String PARENT = "sandboxes";
    private static final String PASSABLE = "rwx--x--x";

    static SandboxDirectory create(Path root, String id) throws IOException {
        var directory = new SandboxDirectory(root.resolve(PARENT).resolve(id));
        Files.createDirectory(directory.path);
        Files.setPosixFilePermissions(directory.path, PosixFilePermissions.fromString(PASSABLE));
        Files.createDirectory(directory.control());
        Files.setPosixFilePermissions(directory.control(), PosixFilePermissions.fromString(PASSABLE));
        return directory;
    }

    static Path parent(Path root) throws IOException {
        Path parent = Files.createDirectories(root.resolve(PARENT));
        Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString(PASSABLE));
        return parent;
    }

    static List<SandboxDirectory> all(Path root) throws IOException {
        var found = new ArrayList<SandboxDirectory>();
        try (var entries = Files.newDirectoryStream(root.resolve(PARENT))) {
            entries.forEach(entry -> found.add(new SandboxDirectory(entry)));
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return found;
    }

    /** Bound read-only into the sandbox, so that it can connect to the socket but not replace it. */
    Path control() {
        return path.resolve("control");
    }

    Path socket() {
        return control().resolve("s");
    }

    Path record() {
        return path.resolve("process");
    }

    /** These are all the files there ever are; nothing in here is written by a sandbox. */
    void delete() throws IOException {
        Files.deleteIfExists(socket());
        Files.deleteIfExists(control());
        Files.deleteIfExists(record());
        Files.deleteIfExists(path);
    }
}
