package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.OutputLimits;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a supervisor answers to an operation. */
sealed interface Reply {
    int MAX_PATH = 4096;
    int MAX_NAME = 255;

    /** A program or a piece of code ended; {@code response} are the bytes staged before it. */
    record Ran(int flags, int exit, Stream out, Stream err, String spillPath, byte[] response) implements Reply {
        private static final int TIMED_OUT = 1;
        private static final int SPILLED = 2;
        private static final int KERNEL_DIED = 4;
        private static final int KERNEL_STARTED = 8;

        boolean timedOut() {
            return (flags & TIMED_OUT) != 0;
        }

        /** Where the whole output lies. */
        Optional<String> spill() {
            return (flags & SPILLED) != 0 ? Optional.of(spillPath) : Optional.empty();
        }

        boolean kernelDied() {
            return (flags & KERNEL_DIED) != 0;
        }

        boolean kernelStarted() {
            return (flags & KERNEL_STARTED) != 0;
        }
    }

    /** What is kept of one output stream, and how much it was in truth. */
    record Stream(long bytes, byte[] head, byte[] tail) {}

    record Data(long fileSize, byte[] bytes) implements Reply {}

    record Done(long value) implements Reply {}

    record Listing(boolean truncated, List<Entry> entries) implements Reply {}

    record Entry(byte[] name, char kind, long size, long modifiedMillis) {}

    /** {@code kind} is {@code '-'} when nothing is there. */
    record Status(char kind, long size, long modifiedMillis, int mode) implements Reply {}

    record Failed(int errno, String stage) implements Reply {}

    static Reply decode(int type, ByteBuffer bytes, byte[] staged) throws ProtocolError {
        var payload = new Payload(bytes);
        Reply reply = switch (type) {
            case Frames.RAN -> ran(payload, staged);
            case Frames.DATA -> new Data(payload.size(), payload.str(Frames.MAX_READ));
            case Frames.DONE -> new Done(payload.size());
            case Frames.LISTING -> listing(payload);
            case Frames.STATUS -> new Status((char) payload.u8(), payload.size(), payload.i64(), payload.i32());
            case Frames.FAILED -> new Failed(payload.i32(), new String(payload.str(16), StandardCharsets.US_ASCII));
            default -> throw new ProtocolError("frame type");
        };
        payload.end();
        return reply;
    }

    private static Ran ran(Payload payload, byte[] staged) throws ProtocolError {
        int flags = payload.u8();
        int exit = payload.i32();
        long outBytes = payload.size();
        long errBytes = payload.size();
        var out = new Stream(outBytes, payload.str(OutputLimits.MAX_SHOWN), payload.str(OutputLimits.MAX_SHOWN));
        var err = new Stream(errBytes, payload.str(OutputLimits.MAX_SHOWN), payload.str(OutputLimits.MAX_SHOWN));
        String spill = new String(payload.str(MAX_PATH), StandardCharsets.UTF_8);
        return new Ran(flags, exit, out, err, spill, staged);
    }

    private static void checkName(byte[] name) throws ProtocolError {
        for (byte each : name) {
            if (each == '/' || each == 0) {
                throw new ProtocolError("file name");
            }
        }
    }

    private static Listing listing(Payload payload) throws ProtocolError {
        boolean truncated = payload.u8() != 0;
        int count = payload.count(Frames.MAX_BODY / 21);
        var entries = new ArrayList<Entry>();
        for (int i = 0; i < count; i++) {
            byte[] name = payload.str(MAX_NAME);
            checkName(name);
            entries.add(new Entry(name, (char) payload.u8(), payload.size(), payload.i64()));
        }
        return new Listing(truncated, entries);
    }
}
