package dev.sandgate.sandbox.port;

import dev.sandgate.sandbox.model.Output;
import dev.sandgate.sandbox.model.OutputLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** What a program of the fake printed, capped. The whole output keeps no order between the two streams. */
record FakeOutput(Output stdout, Output stderr, Optional<String> fullPath) {
    private static final String FULL = "/tmp/output.txt";

    static FakeOutput of(FakeSandbox sandbox, Path out, Path err, OutputLimits limits) {
        try {
            byte[] stdout = Files.readAllBytes(out);
            byte[] stderr = Files.readAllBytes(err);
            var shown = capped(stdout, limits.shownBytes());
            var shownErr = capped(stderr, limits.shownBytes());
            if (!shown.truncated() && !shownErr.truncated()) {
                return new FakeOutput(shown, shownErr, Optional.empty());
            }
            var all = new ByteArrayOutputStream();
            all.write(stdout);
            all.write(stderr);
            int kept = (int) Math.min(all.size(), limits.fileBytes());
            Files.write(Path.of(sandbox.root() + FULL), Arrays.copyOf(all.toByteArray(), kept));
            return new FakeOutput(shown, shownErr, Optional.of(FULL));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Output capped(byte[] bytes, int shown) {
        if (bytes.length <= shown) {
            return new Output(new String(bytes, StandardCharsets.UTF_8), bytes.length, false);
        }
        int head = characterStart(bytes, shown / 2);
        int tail = bytes.length - shown / 2;
        while (tail < bytes.length && continues(bytes[tail])) {
            tail++;
        }
        String text = new String(bytes, 0, head, StandardCharsets.UTF_8) + "\n[" + (tail - head) + " bytes left out]\n"
                + new String(bytes, tail, bytes.length - tail, StandardCharsets.UTF_8);
        return new Output(text, bytes.length, true);
    }

    private static int characterStart(byte[] bytes, int at) {
        int start = at;
        while (start > 0 && continues(bytes[start])) {
            start--;
        }
        return start;
    }

    private static boolean continues(byte b) {
        return (b & 0xc0) == 0x80;
    }
}
