package dev.sandgate.http.mcp;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.Semaphore;

/**
 * Reads bodies whole, but none beyond the cap, announced or not, and no more large ones at a time than the heap can carry: a message
 * takes several times its size while it is parsed and worked on.
 */
final class BodyReader {
    static final int CAP = 16 * 1024 * 1024;

    private static final int SMALL = 64 * 1024;
    private static final int TIMES_ITS_SIZE = 6;
    private static final int KIBI = 1024;

    private final Semaphore heapKibis;

    BodyReader() {
        this(Runtime.getRuntime().maxMemory() / 2);
    }

    BodyReader(long heap) {
        heapKibis = new Semaphore((int) Math.max(cost(CAP), heap / KIBI));
    }

    /** @throws NotTaken 413 beyond the cap, 503 when too much is being worked on */
    Body read(HttpServletRequest request) throws IOException, NotTaken {
        return read(request.getInputStream(), request.getContentLengthLong());
    }

    /** @param announced -1 where the length is not known */
    Body read(InputStream in, long announced) throws IOException, NotTaken {
        if (announced > CAP) {
            throw tooLarge();
        }
        byte[] start = in.readNBytes(SMALL + 1);
        if (start.length <= SMALL) {
            return new Body(start, () -> {});
        }
        int reserved = cost(announced >= 0 ? (int) announced : CAP);
        if (!heapKibis.tryAcquire(reserved)) {
            throw new NotTaken(503, "Too many large requests at a time, try again later");
        }
        int kept = 0;
        try {
            byte[] bytes = withRest(start, in);
            kept = cost(bytes.length);
            int cost = kept;
            return new Body(bytes, () -> heapKibis.release(cost));
        } finally {
            heapKibis.release(reserved - kept);
        }
    }

    private static byte[] withRest(byte[] start, InputStream in) throws IOException, NotTaken {
        byte[] rest = in.readNBytes(CAP + 1 - start.length);
        if (start.length + rest.length > CAP) {
            throw tooLarge();
        }
        byte[] all = Arrays.copyOf(start, start.length + rest.length);
        System.arraycopy(rest, 0, all, start.length, rest.length);
        return all;
    }

    private static NotTaken tooLarge() {
        return new NotTaken(413, "Invalid Request: the body is larger than " + CAP + " bytes");
    }

    private static int cost(int bytes) {
        return bytes / KIBI * TIMES_ITS_SIZE;
    }

    /** @param bytes not copied */
    record Body(byte[] bytes, Runnable releasing) {
        /** To be called once, when the message has been answered. */
        void release() {
            releasing.run();
        }
    }
}
