package dev.sandgate.provider.local;

import java.nio.ByteBuffer;

/** Reads the fields of a payload from inside a sandbox; whatever does not fit is a {@link ProtocolError}. */
final class Payload {
    private final ByteBuffer bytes;

    Payload(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    int u8() throws ProtocolError {
        need(1);
        return Byte.toUnsignedInt(bytes.get());
    }

    int u16() throws ProtocolError {
        need(Short.BYTES);
        return Short.toUnsignedInt(bytes.getShort());
    }

    int i32() throws ProtocolError {
        need(Integer.BYTES);
        return bytes.getInt();
    }

    /** A 32-bit count or number that may not exceed {@code most}. */
    int count(int most) throws ProtocolError {
        int value = i32();
        if (value < 0 || value > most) {
            throw new ProtocolError("count");
        }
        return value;
    }

    long i64() throws ProtocolError {
        need(Long.BYTES);
        return bytes.getLong();
    }

    /** A 64-bit size; one beyond 63 bits is no size. */
    long size() throws ProtocolError {
        long value = i64();
        if (value < 0) {
            throw new ProtocolError("size");
        }
        return value;
    }

    byte[] str(int most) throws ProtocolError {
        int length = count(most);
        need(length);
        byte[] value = new byte[length];
        bytes.get(value);
        return value;
    }

    void end() throws ProtocolError {
        if (bytes.hasRemaining()) {
            throw new ProtocolError("trailing bytes");
        }
    }

    private void need(int count) throws ProtocolError {
        if (bytes.remaining() < count) {
            throw new ProtocolError("short payload");
        }
    }
}
