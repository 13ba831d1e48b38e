package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.Output;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class OutputTextTest {

    @Test
    void shortOutput_isItself() {
        assertEquals(new Output("née\n", 5, false), of(5, "née\n".getBytes(StandardCharsets.UTF_8), new byte[0]));
    }

    @Test
    void aCharacterBetweenHeadAndTail_staysWhole_whenNothingIsMissing() {
        byte[] all = "a☕b".getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= all.length; cut++) {
            byte[] head = Arrays.copyOf(all, cut);
            byte[] tail = Arrays.copyOfRange(all, cut, all.length);
            assertEquals(new Output("a☕b", 5, false), of(5, head, tail));
        }
    }

    @Test
    void wherever_theMiddleIsCut_noCharacterIsSplit_andTheMissingBytesAreTrue() {
        byte[] all = "aé☕😀".repeat(20).getBytes(StandardCharsets.UTF_8);
        for (int head = 0; head < 40; head++) {
            for (int tail = 0; tail < 40; tail++) {
                Output output = of(
                        all.length, Arrays.copyOf(all, head), Arrays.copyOfRange(all, all.length - tail, all.length));
                assertTrue(output.truncated());
                assertFalse(output.text().contains("\uFFFD"));
                String marker = output.text().replaceAll("(?s).*(\\[… \\d+ bytes left out …\\]\n).*", "$1");
                long missing = Long.parseLong(marker.replaceAll("\\D", ""));
                String kept = output.text().replace("\n" + marker, "").replace(marker, "");
                assertEquals(all.length, missing + kept.getBytes(StandardCharsets.UTF_8).length);
            }
        }
    }

    @Test
    void bytesThatAreNoText_becomeReplacements() {
        assertEquals(
                "a\uFFFDb",
                of(3, new byte[] {'a', (byte) 0xFF, 'b'}, new byte[0]).text());
    }

    @Test
    void aCountBelowWhatWasSent_isNotBelieved() {
        assertEquals(new Output("abc", 3, false), of(0, new byte[] {'a', 'b', 'c'}, new byte[0]));
    }

    private static Output of(long bytes, byte[] head, byte[] tail) {
        return OutputText.of(new Reply.Stream(bytes, head, tail));
    }
}
