package dev.sandgate.stdio;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Lines of UTF-8 that end with a newline or with the input. Not thread-safe. */
final class LineReader {
    private static final int PORTION = 64 << 10;

    private final InputStream in;
    private final int longest;
    private final byte[] portion = new byte[PORTION];
    private int from;
    private int to;
    private boolean tooLong;

    /** @param longest in bytes; what a line has beyond that is read over */
    LineReader(InputStream in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    /** Without its end; empty when there is none any more. */
    Optional<String> next() throws IOException {
        var line = new ByteArrayOutputStream();
        tooLong = false;
        while (fill()) {
            int end = from;
            while (end < to && portion[end] != '\n') {
                end++;
            }
            append(line, end - from);
            from = end + 1;
            if (end < to) {
                return Optional.of(text(line));
            }
        }
        return line.size() == 0 ? Optional.empty() : Optional.of(text(line));
    }

    /** Whether the line that was just read is only the beginning of what was there. */
    boolean wasTooLong() {
        return tooLong;
    }

    private boolean fill() throws IOException {
        if (from >= to) {
            from = 0;
            to = in.read(portion, 0, PORTION);
        }
        return to > 0;
    }

    private void append(ByteArrayOutputStream line, int count) {
        int room = Math.min(count, longest - line.size());
        line.write(portion, from, room);
        tooLong |= room < count;
    }

    private static String text(ByteArrayOutputStream line) {
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
