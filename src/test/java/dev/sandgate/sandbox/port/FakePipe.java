package dev.sandgate.sandbox.port;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** A pipe with a name, which holds a program up when nobody reads it. Reading never waits. */
final class FakePipe implements AutoCloseable {
    private final Path file;
    /** Open both ways, so that opening one end does not wait for somebody at the other. */
    private final RandomAccessFile keeper;

    private final FileInputStream in;

    private FakePipe(Path file, RandomAccessFile keeper, FileInputStream in) {
        this.file = file;
        this.keeper = keeper;
        this.in = in;
    }

    static FakePipe in(Path directory) {
        var made = FakeShell.run("name=$(mktemp -u " + FakeShell.quote(directory.toString())
                + "/pipe-XXXXXXXXXX) && mkfifo \"$name\" && printf %s \"${name##*/}\"");
        Path file = directory.resolve(new String(made.output(), StandardCharsets.US_ASCII));
        try {
            return new FakePipe(file, new RandomAccessFile(file.toFile(), "rw"), new FileInputStream(file.toFile()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path file() {
        return file;
    }

    /** What it holds at this moment, or the first of that. */
    byte[] read(int most) {
        try {
            byte[] bytes = new byte[Math.min(in.available(), most)];
            return Arrays.copyOf(bytes, bytes.length == 0 ? 0 : in.read(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try (in;
                keeper) {
            in.available();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
