package dev.sandgate.http.mcp;

import java.util.concurrent.Semaphore;

/**
 * How large a body may be, and how many large ones at a time the heap can carry, of requests and of answers: a message takes several
 * times its size while it is parsed, worked on or written. Small ones are free. Thread-safe.
 */
final class BodyBudget {
    static final int CAP = 16 * 1024 * 1024;

    private static final int SMALL = 64 * 1024;
    private static final int TIMES_ITS_SIZE = 6;
    private static final int KIBI = 1024;

    private final Semaphore heapKibis;

    BodyBudget() {
        this(Runtime.getRuntime().maxMemory() / 2);
    }

    BodyBudget(long heap) {
        heapKibis = new Semaphore((int) Math.max(cost(CAP), heap / KIBI));
    }

    /**
     * @param announced -1 where the length is not known
     * @throws NotTaken 413 beyond the cap, 503 when too much is being worked on
     */
    Share share(long announced) throws NotTaken {
        if (announced > CAP) {
            throw tooLarge();
        }
        Share share = new Share();
        share.growTo((int) Math.max(0, announced));
        return share;
    }

    private static NotTaken tooLarge() {
        return new NotTaken(413, "Invalid Request: the body is larger than " + CAP + " bytes");
    }

    private static int cost(int bytes) {
        return bytes <= SMALL ? 0 : bytes / KIBI * TIMES_ITS_SIZE;
    }

    /** What one exchange takes of it. Thread-safe. */
    final class Share {
        private int reserved;
        private boolean released;

        /** @throws NotTaken 413 beyond the cap, 503 when too much is being worked on */
        synchronized void growTo(int bytes) throws NotTaken {
            if (bytes > CAP) {
                throw tooLarge();
            }
            int more = cost(bytes) - reserved;
            if (more > 0) {
                if (!heapKibis.tryAcquire(more)) {
                    throw new NotTaken(503, "Too many large requests at a time, try again later");
                }
                reserved += more;
            }
        }

        /**
         * For an answer, on top of the request.
         *
         * @return false when too much is being worked on, or this has been released
         */
        synchronized boolean growFor(int answer) {
            int more = cost(answer);
            if (released || !heapKibis.tryAcquire(more)) {
                return false;
            }
            reserved += more;
            return true;
        }

        /** To be called when the message has been answered; nothing is taken any more. */
        synchronized void release() {
            heapKibis.release(reserved);
            reserved = 0;
            released = true;
        }
    }
}
