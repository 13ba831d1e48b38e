package dev.sandgate.bench;

import dev.sandgate.blackbox.ServerProcess;
import java.net.URI;
import java.util.Base64;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A file of 256 MiB in and out in pieces of 8 MiB: how fast beside {@code cat} through the same supervisor, and what the heap says. */
record Transfers(URI endpoint, Table table) {
    private static final int PIECE = 8 << 20;
    private static final int PIECES = 32;
    private static final double MIB = 1 << 20;
    private static final double SIZE_MIB = PIECE * PIECES / MIB;

    void measure() throws Exception {
        try (var caller = Caller.modern(endpoint)) {
            var sandbox = caller.call("create_sandbox", "timeout", 3600).getString("sandbox_id");
            byte[] piece = new byte[PIECE];
            new Random(8).nextBytes(piece);
            var base64 = Base64.getEncoder().encodeToString(piece);
            upload(caller, sandbox, base64);
            download(caller, sandbox);
            double cat = SIZE_MIB / seconds(() -> cat(caller, sandbox));
            table.tell("cat of 256 MiB through supervisor and spool", cat, "MiB/s");
            table.atLeast(
                    "upload of 256 MiB in pieces of 8 MiB",
                    cat / 2,
                    SIZE_MIB / seconds(() -> upload(caller, sandbox, base64)),
                    "MiB/s");
            table.atLeast(
                    "download of 256 MiB in pieces of 8 MiB",
                    cat / 2,
                    SIZE_MIB / seconds(() -> download(caller, sandbox)),
                    "MiB/s");
            table.atMost(
                    "heap growth meanwhile, largest after a collection",
                    64,
                    growth(() -> {
                        upload(caller, sandbox, base64);
                        download(caller, sandbox);
                    }),
                    "MiB");
            caller.call("kill_sandbox", "sandbox_id", sandbox);
        }
    }

    private static void upload(Caller caller, String sandbox, String base64) throws Exception {
        for (int i = 0; i < PIECES; i++) {
            caller.call(
                    "upload_file",
                    "path",
                    "big",
                    "content_base64",
                    base64,
                    "offset",
                    (long) i * PIECE,
                    "sandbox_id",
                    sandbox);
        }
    }

    private static void download(Caller caller, String sandbox) throws Exception {
        for (int i = 0; i < PIECES; i++) {
            var request =
                    caller.prepared("download_file", "path", "big", "offset", (long) i * PIECE, "sandbox_id", sandbox);
            if (caller.connection().exchange(request).body().length < PIECE) {
                throw new AssertionError("a short piece");
            }
        }
    }

    private static void cat(Caller caller, String sandbox) throws Exception {
        var task = caller.call("start_task", "command", "cat big", "sandbox_id", sandbox)
                .getString("task_id");
        long cursor = 0;
        var state = caller.call("get_task", "task_id", task);
        while (state.getString("status").equals("running")) {
            cursor = state.getJsonNumber("next_cursor").longValue() + (64L << 20); // the next is not waited for
            state = caller.call("get_task", "task_id", task, "cursor", cursor, "wait", 10, "limit", 1);
        }
    }

    private double growth(Work work) throws Exception {
        var server = ServerProcess.listeningOn(endpoint.getPort());
        long before = server.heapAfterCollection();
        var done = CompletableFuture.runAsync(() -> {
            try {
                work.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        long most = before;
        while (!done.isDone()) {
            most = Math.max(most, server.heapAfterCollection());
        }
        try {
            done.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        return (most - before) / MIB;
    }

    private static double seconds(Work work) throws Exception {
        long began = System.nanoTime();
        work.run();
        return (System.nanoTime() - began) / 1e9;
    }

    private interface Work {
        void run() throws Exception;
    }
}
