package dev.sandgate.sandbox.workspace;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.FileListing;
import dev.sandgate.sandbox.model.FileSlice;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.SandboxConnection;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/** The files of a sandbox, as text and as bytes. Paths are absolute or start at the home directory. */
public final class WorkspaceFiles {
    private final Workspace workspace;

    WorkspaceFiles(Workspace workspace) {
        this.workspace = workspace;
    }

    /**
     * @param offset in bytes; past the end gives an empty slice
     * @param limit in bytes, 1–1,048,576
     */
    public TextSlice read(String path, long offset, int limit) {
        return workspace.use(connection -> {
            FileSlice slice = connection.read(path, offset, limit);
            return TextSlice.of(bytesBefore(connection, path, slice), slice);
        });
    }

    /** The whole file. TOO_LARGE_TO_READ when it has more bytes than that. */
    public byte[] readWhole(String path, int most) {
        FileSlice slice = workspace.use(connection -> connection.read(path, 0, most));
        if (!slice.reachesEnd()) {
            throw new SandboxException(Failure.of(Situation.TOO_LARGE_TO_READ).about(most + " bytes"));
        }
        return slice.bytes();
    }

    /** Replaces the file, making its parent directories. Returns the number of bytes. */
    public long write(String path, String content) {
        var bytes = new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8));
        return workspace.use(connection -> connection.write(path, bytes));
    }

    public FileListing list(String path, int limit) {
        return workspace.use(connection -> connection.list(path, limit));
    }

    private static byte[] bytesBefore(SandboxConnection connection, String path, FileSlice slice) {
        if (!TextSlice.beginsInsideCharacter(slice)) {
            return new byte[0];
        }
        int length = (int) Math.min(TextSlice.MOST_BYTES_BEFORE, slice.offset());
        return connection.read(path, slice.offset() - length, length).bytes();
    }
}
