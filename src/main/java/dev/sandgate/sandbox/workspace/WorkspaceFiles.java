package dev.sandgate.sandbox.workspace;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.FileListing;
import dev.sandgate.sandbox.model.FileSlice;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.SandboxConnection;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.IntConsumer;

/** The files of a sandbox, as text and as bytes. Paths are absolute or start at the home directory. */
public final class WorkspaceFiles {
    /** Read at any rate, since some special files do not tell their size. */
    private static final int SMALL = 64 * 1024;

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

    /**
     * The whole file, as long as it was when it was looked at. TOO_LARGE_TO_READ when it had more bytes than {@code most}.
     *
     * @param beforehand told the size before anything is read
     */
    public byte[] readWhole(String path, int most, IntConsumer beforehand) {
        return workspace.use(connection -> {
            long size = connection.read(path, 0, 0).size();
            if (size > most) {
                throw new SandboxException(
                        Failure.of(Situation.TOO_LARGE_TO_READ).about(most + " bytes"));
            }
            beforehand.accept((int) size);
            return connection.read(path, 0, (int) Math.max(size, SMALL)).bytes();
        });
    }

    /** Replaces the file, making its parent directories. Returns the number of bytes. */
    public long write(String path, String content) {
        var bytes = new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8));
        return workspace.use(connection -> connection.write(path, bytes));
    }

    /**
     * @param offset in bytes; past the end gives an empty piece
     * @param length in bytes
     * @param beforehand told how many bytes there will be before they are read
     */
    public FilePiece download(String path, long offset, int length, IntConsumer beforehand) {
        return workspace.use(connection -> {
            FileSlice head = connection.read(path, 0, FilePiece.HEAD);
            beforehand.accept((int) Math.max(0, Math.min(length, head.size() - offset)));
            return new FilePiece(connection.read(path, offset, length), head.bytes());
        });
    }

    /**
     * At offset 0 the file is replaced as a whole, its parent directories made; elsewhere it is written into. BAD_ARGUMENT at
     * {@code offset} when that lies beyond the end of the file. Returns the size of the whole file afterwards.
     */
    public long upload(String path, long offset, byte[] bytes) {
        return workspace.use(connection -> offset == 0
                ? connection.write(path, new ByteArrayInputStream(bytes))
                : connection.writeAt(path, offset, bytes));
    }

    /** Whether anything is there; a symlink counts, whatever it points to. */
    public boolean exists(String path) {
        return workspace.use(connection -> connection.stat(path).isPresent());
    }

    /** With its parents; one that is there already is no error. */
    public void makeDirectory(String path) {
        workspace.use(connection -> {
            connection.makeDirectory(path);
            return null;
        });
    }

    /** A file, a symlink (not what it points to) or a directory with all that is in it. */
    public void remove(String path) {
        workspace.use(connection -> {
            connection.remove(path);
            return null;
        });
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
