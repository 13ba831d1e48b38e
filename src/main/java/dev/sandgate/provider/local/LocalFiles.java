package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.FileEntry;
import dev.sandgate.sandbox.model.FileListing;
import dev.sandgate.sandbox.model.FileSlice;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** Files of a sandbox, in pieces that fit into frames. */
final class LocalFiles {
    private static final System.Logger LOG = System.getLogger(LocalFiles.class.getName());
    private static final String REPLACEMENT = "\uFFFD";

    private final Operations operations;

    LocalFiles(Operations operations) {
        this.operations = operations;
    }

    FileSlice read(SandboxPath path, long offset, int length) {
        if (offset < 0 || length < 0) {
            throw SandboxException.badArgument(offset < 0 ? "offset" : "length");
        }
        Reply.Data piece = read(path, offset, length, 0);
        if (length <= Frames.MAX_READ || piece.bytes().length < Frames.MAX_READ) {
            return new FileSlice(piece.bytes(), offset, piece.fileSize());
        }
        var all = new ByteArrayOutputStream();
        while (true) {
            all.writeBytes(piece.bytes());
            int left = length - all.size();
            if (left <= 0 || piece.bytes().length < Frames.MAX_READ) {
                return new FileSlice(all.toByteArray(), offset, piece.fileSize());
            }
            piece = read(path, offset, length, all.size());
        }
    }

    private Reply.Data read(SandboxPath path, long offset, int length, int had) {
        int wanted = Math.min(length - had, Frames.MAX_READ);
        Reply.Data piece = operations.read(path.text(), offset + had, wanted);
        return piece.bytes().length <= wanted
                ? piece
                : new Reply.Data(piece.fileSize(), Arrays.copyOf(piece.bytes(), wanted));
    }

    /** All or nothing: the bytes go to a name beside it, which then takes its place. */
    long write(SandboxPath path, InputStream content) {
        if (path.text().endsWith("/")) {
            throw SandboxException.badArgument("path");
        }
        String temporary = path.temporary();
        boolean done = false;
        try {
            long size = copy(content, temporary);
            operations.move(temporary, path.text());
            done = true;
            return size;
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the content of a file could not be read", e);
            throw SandboxException.of(Situation.INTERNAL);
        } finally {
            if (!done) {
                discard(temporary);
            }
        }
    }

    private long copy(InputStream content, String to) throws IOException {
        long size = 0;
        byte[] piece;
        do {
            piece = content.readNBytes(Frames.MAX_CHUNK);
            if (size == 0 || piece.length > 0) {
                operations.write(to, size, piece);
            }
            size += piece.length;
        } while (piece.length == Frames.MAX_CHUNK);
        return size;
    }

    long writeAt(SandboxPath path, long offset, byte[] content) {
        long size = operations.overwrite(path.text(), 0, content, 0, 0);
        if (offset < 0 || offset > size) {
            throw SandboxException.badArgument("offset");
        }
        for (int from = 0; from < content.length; from += Frames.MAX_CHUNK) {
            int count = Math.min(Frames.MAX_CHUNK, content.length - from);
            size = operations.overwrite(path.text(), offset + from, content, from, count);
        }
        return size;
    }

    /** A link that leads nowhere is in the way too. */
    void makeDirectory(SandboxPath path) {
        try {
            operations.makeDirectory(path.text());
        } catch (SandboxException e) {
            throw e.failure().situation() == Situation.FILE_NOT_FOUND ? SandboxException.badArgument("path") : e;
        }
    }

    /** The kernel refuses home and root because they are mounts, but by a name that ends in dots it would let them be emptied. */
    void remove(SandboxPath path) {
        if (path.name().equals("..")) {
            throw SandboxException.badArgument("path");
        }
        operations.remove(path.absolute());
    }

    private void discard(String temporary) {
        try {
            operations.remove(temporary);
        } catch (SandboxException | CancellationException e) {
            LOG.log(Level.DEBUG, "a half-written file may be left in a sandbox", e);
        }
    }

    FileListing list(SandboxPath path, int limit) {
        Reply.Listing listing = operations.list(path.text(), Math.max(0, limit));
        var entries =
                listing.entries().stream().map(entry -> entry(path, entry)).toList();
        return new FileListing(entries, listing.truncated());
    }

    Optional<FileEntry> stat(SandboxPath path) {
        Reply.Status status = operations.stat(path.text());
        if (status.kind() == '-') {
            return Optional.empty();
        }
        return Optional.of(new FileEntry(
                path.name(),
                path.absolute(),
                type(status.kind()),
                status.size(),
                Instant.ofEpochMilli(status.modifiedMillis()),
                false));
    }

    private static FileEntry entry(SandboxPath directory, Reply.Entry entry) {
        String name = new String(entry.name(), StandardCharsets.UTF_8);
        boolean lossy =
                name.contains(REPLACEMENT) && !Arrays.equals(name.getBytes(StandardCharsets.UTF_8), entry.name());
        return new FileEntry(
                name,
                directory.child(name),
                type(entry.kind()),
                entry.size(),
                Instant.ofEpochMilli(entry.modifiedMillis()),
                lossy);
    }

    private static FileEntry.Type type(char kind) {
        return switch (kind) {
            case 'f' -> FileEntry.Type.FILE;
            case 'd' -> FileEntry.Type.DIRECTORY;
            case 'l' -> FileEntry.Type.SYMLINK;
            default -> FileEntry.Type.OTHER;
        };
    }
}
