package dev.sandgate.mcp.server;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of this room. None of them is one that serves HTTP requests, so waiting calls starve nobody.
 *
 * @param runners one thread a tool call; refuses when all are busy
 * @param beaters signs of life; a client that does not read holds one up
 * @param releasers what is to be done after a session
 */
public record McpThreads(ExecutorService runners, ExecutorService beaters, ExecutorService releasers) {
    private static final int BEATERS = 16;
    private static final int RELEASERS = 4;
    private static final long KEEP_SECONDS = 60;

    public static McpThreads of(ThreadFactory factory, McpSettings settings) {
        var runners = new ThreadPoolExecutor(
                0, settings.calls(), KEEP_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
        return new McpThreads(
                runners, queued(BEATERS, settings.calls(), factory), queued(RELEASERS, settings.sessionMax(), factory));
    }

    /** Lets what is being done about sessions come to its end, and gives up waiting after a while. */
    public void stop() {
        runners.shutdownNow();
        beaters.shutdown();
        releasers.shutdown();
        try {
            if (!releasers.awaitTermination(20, TimeUnit.SECONDS)) {
                releasers.shutdownNow();
            }
        } catch (InterruptedException stoppedWaiting) {
            Thread.currentThread().interrupt();
            releasers.shutdownNow();
        }
    }

    /** A full queue makes the submitter do it. */
    private static ExecutorService queued(int threads, int queue, ThreadFactory factory) {
        var pool = new ThreadPoolExecutor(
                threads,
                threads,
                KEEP_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(queue),
                factory,
                new ThreadPoolExecutor.CallerRunsPolicy());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
