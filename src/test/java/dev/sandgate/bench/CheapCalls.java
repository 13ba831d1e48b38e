package dev.sandgate.bench;

import dev.sandgate.blackbox.ServerProcess;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** {@code list_sandboxes} of a server without sandboxes: what the way through HTTP, protocol and tool costs. */
record CheapCalls(URI endpoint, Table table) {

    private static final int WARM_UP = 30_000;
    private static final int CALLS = 20_000;
    private static final int CONNECTIONS = 32;
    private static final int CALLS_EACH = 1_500;

    void measure() throws Exception {
        try (var caller = Caller.modern(endpoint)) {
            var request = caller.prepared("list_sandboxes");
            Callable<?> call = () -> caller.connection().exchange(request);
            Samples.of(WARM_UP, call);
            var server = ServerProcess.listeningOn(endpoint.getPort());
            long before = server.cpuMillis();
            var samples = Samples.of(CALLS, call);
            double cpu = (server.cpuMillis() - before) / (double) CALLS;
            table.atMost("list_sandboxes, one connection: median", 0.6, samples.median(), "ms");
            table.tell("list_sandboxes, one connection: p99", samples.p99(), "ms");
            table.atMost("list_sandboxes, server processor time per call", 0.3, cpu, "ms");
        }
        parallel(500);
        table.atLeast("list_sandboxes, 32 connections", 3_000, parallel(CALLS_EACH), "/s");
    }

    /** Calls a second over all connections. */
    private double parallel(int each) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            var done = new ExecutorCompletionService<Samples>(threads);
            long began = System.nanoTime();
            for (int i = 0; i < CONNECTIONS; i++) {
                done.submit(() -> {
                    try (var caller = Caller.modern(endpoint)) {
                        var request = caller.prepared("list_sandboxes");
                        return Samples.of(each, () -> caller.connection().exchange(request));
                    }
                });
            }
            for (int i = 0; i < CONNECTIONS; i++) {
                done.take().get();
            }
            return CONNECTIONS * each / ((System.nanoTime() - began) / 1e9);
        } finally {
            threads.shutdownNow();
        }
    }
}
