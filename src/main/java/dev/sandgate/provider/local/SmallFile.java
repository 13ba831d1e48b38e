package dev.sandgate.provider.local;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads and writes the small files of /proc and of cgroups, bounded. Deliberately not by channels: those fail, and close, when the
 * calling thread is interrupted, and cleaning up must work then too.
 */
final class SmallFile {
    private static final int MOST = 1 << 20;

    private SmallFile() {}

    static String read(Path file) throws IOException {
        try (var in = new FileInputStream(file.toFile())) {
            return new String(in.readNBytes(MOST), StandardCharsets.UTF_8);
        }
    }

    static List<String> lines(Path file) throws IOException {
        return read(file).lines().collect(Collectors.toList());
    }

    static void write(Path file, String text) throws IOException {
        try (var out = new FileOutputStream(file.toFile())) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
