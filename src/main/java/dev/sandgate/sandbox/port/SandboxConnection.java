package dev.sandgate.sandbox.port;

import dev.sandgate.sandbox.model.CodeRequest;
import dev.sandgate.sandbox.model.CodeResult;
import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.CommandEnd;
import dev.sandgate.sandbox.model.CommandResult;
import dev.sandgate.sandbox.model.FileEntry;
import dev.sandgate.sandbox.model.FileListing;
import dev.sandgate.sandbox.model.FileSlice;
import dev.sandgate.sandbox.model.OutputLimits;
import java.io.InputStream;
import java.util.Optional;

/**
 * What happens inside a living sandbox. Thread-safe. An interrupt of the calling thread ends the command or code it waits for
 * (kills its process group) and throws {@link java.util.concurrent.CancellationException}. When the sandbox dies under a
 * call, the call fails at once with SANDBOX_NOT_FOUND.
 *
 * <p>Paths are absolute, or start at the home directory {@code /home/user}. A path failure is FILE_NOT_FOUND, BAD_ARGUMENT
 * (a directory where a file is wanted, the reverse, a place one may not write) or DISK_FULL, each at field {@code path}.
 */
public interface SandboxConnection extends AutoCloseable {

    /** BAD_ARGUMENT at {@code cwd} when that directory does not exist. */
    CommandResult run(Command command, OutputLimits limits);

    /**
     * Runs a command and hands over what it prints while it runs. Returns when the program has ended and all that it printed has been
     * handed over; children that keep its pipes open are not waited for. BAD_ARGUMENT at {@code cwd} when that directory does not
     * exist. Every other failure after {@link CommandListener#started} means that how the program ended is not known, but for
     * SANDBOX_NOT_FOUND: it ended with its sandbox.
     */
    CommandEnd stream(Command command, CommandListener listener);

    /** UNSUPPORTED, naming the program, when the language's interpreter is not there. */
    CodeResult runCode(CodeRequest request, OutputLimits limits);

    /** At most {@code length} bytes; empty past the end. */
    FileSlice read(String path, long offset, int length);

    /**
     * Replaces the file by the stream's bytes, all or nothing, making parent directories; what was there before stays when it
     * fails. Returns the number of bytes written. Does not close the stream.
     */
    long write(String path, InputStream content);

    /**
     * Writes into an existing file, which grows when it must. BAD_ARGUMENT at {@code offset} when that lies beyond the file's end.
     * Returns the size of the whole file afterwards.
     */
    long writeAt(String path, long offset, byte[] content);

    FileListing list(String path, int limit);

    /** What is there, symlinks not followed; empty when nothing is. */
    Optional<FileEntry> stat(String path);

    /** With its parents; one that is there already is no error. */
    void makeDirectory(String path);

    /** A file, a symlink (not what it points to) or a directory with all that is in it. */
    void remove(String path);

    @Override
    void close();
}
