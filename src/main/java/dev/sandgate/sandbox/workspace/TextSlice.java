package dev.sandgate.sandbox.workspace;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.FileSlice;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Text out of a file. A character belongs to the slice in which its last byte lies: slices that follow each other, each beginning
 * where the asked-for length of the one before ended, give every character once, wherever the cuts fall.
 *
 * @param size bytes of the whole file
 * @param truncated the file goes on after this slice
 */
public record TextSlice(String content, long size, boolean truncated) {
    /** The longest UTF-8 character has one byte more. */
    static final int MOST_BYTES_BEFORE = 3;

    /**
     * @param before up to three bytes that precede the slice
     * @throws SandboxException NOT_TEXT at {@code path}
     */
    static TextSlice of(byte[] before, FileSlice slice) {
        int begun = bytesOfBegunCharacter(before, slice.bytes());
        ByteBuffer bytes = ByteBuffer.allocate(begun + slice.bytes().length)
                .put(before, before.length - begun, begun)
                .put(slice.bytes())
                .flip();
        CharBuffer text = CharBuffer.allocate(bytes.remaining());
        var decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        boolean complete = slice.reachesEnd();
        if (decoder.decode(bytes, text, complete).isError()) {
            throw new SandboxException(Failure.of(Situation.NOT_TEXT).at("path"));
        }
        return new TextSlice(text.flip().toString(), slice.size(), !complete);
    }

    /** Whether the first byte goes on with a character that began before the slice. */
    static boolean beginsInsideCharacter(FileSlice slice) {
        return slice.offset() > 0 && slice.bytes().length > 0 && continues(slice.bytes()[0]);
    }

    private static int bytesOfBegunCharacter(byte[] before, byte[] bytes) {
        if (bytes.length == 0 || !continues(bytes[0])) {
            return 0;
        }
        int begun = 1;
        while (begun < before.length && continues(before[before.length - begun])) {
            begun++;
        }
        return Math.min(begun, before.length);
    }

    private static boolean continues(byte b) {
        return (b & 0xc0) == 0x80;
    }
}
