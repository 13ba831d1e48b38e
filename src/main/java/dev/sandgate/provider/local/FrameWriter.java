package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Builds one frame for a supervisor. TOO_LARGE when it grows beyond what a frame may hold. */
final class FrameWriter {
    private ByteBuffer frame = ByteBuffer.allocate(256);

    FrameWriter(int type, int op) {
        frame.putInt(0).put((byte) type).putInt(op);
    }

    FrameWriter u8(int value) {
        room(1).put((byte) value);
        return this;
    }

    FrameWriter u32(int value) {
        room(Integer.BYTES).putInt(value);
        return this;
    }

    FrameWriter u64(long value) {
        room(Long.BYTES).putLong(value);
        return this;
    }

    FrameWriter str(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return str(bytes, 0, bytes.length);
    }

    FrameWriter str(byte[] bytes, int from, int count) {
        return u32(count).raw(bytes, from, count);
    }

    FrameWriter raw(byte[] bytes, int from, int count) {
        room(count).put(bytes, from, count);
        return this;
    }

    FrameWriter list(List<String> values) {
        u32(values.size());
        values.forEach(this::str);
        return this;
    }

    ByteBuffer done() {
        frame.putInt(0, frame.position() - Integer.BYTES);
        return frame.flip();
    }

    private ByteBuffer room(int more) {
        if (more > frame.remaining()) {
            int needed = frame.position() + more;
            if (needed > Frames.MAX_BODY + Integer.BYTES) {
                throw SandboxException.of(Situation.TOO_LARGE);
            }
            int size = Math.min(Math.max(needed, 2 * frame.capacity()), Frames.MAX_BODY + Integer.BYTES);
            frame = ByteBuffer.wrap(Arrays.copyOf(frame.array(), size)).position(frame.position());
        }
        return frame;
    }
}
