package dev.sandgate.http.mcp;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.Arrays;

/** A body that is taken as it comes: while a client takes its time, no thread waits for it. Told of by the container, one at a time. */
final class ArrivingBody implements ReadListener {
    private static final int ROOM = 8192;

    private final ServletInputStream in;
    private final BodyBudget.Share share;
    private final Taker taker;
    private byte[] bytes;
    private int size;
    private boolean over;

    /** @param share released by the taker of the whole body, or here when it does not come whole */
    ArrivingBody(ServletInputStream in, BodyBudget.Share share, Taker taker) {
        this.in = in;
        this.share = share;
        this.taker = taker;
        this.bytes = new byte[ROOM];
    }

    @Override
    public void onDataAvailable() throws IOException {
        while (!over && in.isReady()) {
            if (size == bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * size);
            }
            int read = in.read(bytes, size, bytes.length - size);
            if (read < 0) {
                return; // onAllDataRead follows
            }
            size += read;
            grown();
        }
    }

    private void grown() {
        try {
            share.growTo(size);
        } catch (NotTaken refusal) {
            over = true;
            share.release();
            taker.refused(refusal);
        }
    }

    @Override
    public void onAllDataRead() {
        if (!over) {
            over = true;
            taker.taken(Arrays.copyOf(bytes, size), share);
        }
    }

    @Override
    public void onError(Throwable clientStoppedSending) {
        if (!over) {
            over = true;
            share.release();
            taker.refused(new NotTaken(400, "Invalid Request: the body is incomplete"));
        }
    }

    /** What becomes of it, once. */
    interface Taker {
        void taken(byte[] body, BodyBudget.Share share);

        void refused(NotTaken why);
    }
}
