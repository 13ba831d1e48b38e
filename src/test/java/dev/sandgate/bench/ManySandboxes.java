package dev.sandgate.bench;

import dev.sandgate.blackbox.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A hundred sandboxes wanted at once, and three hundred held. */
record ManySandboxes(URI endpoint, Table table) {

    private static final int AT_ONCE = 100;
    private static final int HELD = 300;

    void measure() throws Exception {
        var ids = new ArrayList<String>();
        try (var caller = Caller.modern(endpoint)) {
            var server = ServerProcess.listeningOn(endpoint.getPort());
            long heapBefore = server.heapAfterCollection();
            long residentBefore = server.resident();
            long insideBefore = insideBytes();
            long kernelBefore = kernelBytes();
            try {
                ids.addAll(atOnce());
                while (ids.size() < HELD) {
                    ids.add(caller.call("create_sandbox", "timeout", 3600).getString("sandbox_id"));
                }
                long heap = server.heapAfterCollection() - heapBefore;
                double outside = server.resident() - residentBefore - Math.max(0, heap);
                double inside = insideBytes() - insideBefore;
                double kernel = kernelBytes() - kernelBefore;
                table.atMost(
                        "300 idle sandboxes: memory outside the heap, each",
                        2,
                        (inside + Math.max(0, outside) + kernel) / HELD / 1048576,
                        "MiB");
                table.tell("     of it their processes, by proportional share", inside / HELD / 1024, "KiB");
                table.tell("     of it the kernel's, of the whole machine", kernel / HELD / 1024, "KiB");
                var request = caller.prepared("run_command", "command", "true", "sandbox_id", ids.get(HELD / 2));
                Samples.of(200, () -> caller.connection().exchange(request));
                var exec = Samples.of(1000, () -> caller.connection().exchange(request));
                table.atMost("300 idle sandboxes: run_command true, median", 8, exec.median(), "ms");
            } finally {
                for (var id : ids) {
                    caller.call("kill_sandbox", "sandbox_id", id);
                }
            }
        }
    }

    private List<String> atOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        var callers = new ArrayList<Caller>();
        try {
            var work = new ArrayList<Callable<String>>();
            for (int i = 0; i < AT_ONCE; i++) {
                var caller = Caller.modern(endpoint);
                callers.add(caller);
                work.add(() -> {
                    var id = caller.call("create_sandbox", "timeout", 3600).getString("sandbox_id");
                    caller.call("run_command", "command", "true", "sandbox_id", id);
                    return id;
                });
            }
            long began = System.nanoTime();
            var made = threads.invokeAll(work);
            table.atMost("100 creates at once: all have run a command", 1, (System.nanoTime() - began) / 1e9, "s");
            var ids = new ArrayList<String>();
            for (var id : made) {
                ids.add(id.get());
            }
            return ids;
        } finally {
            threads.shutdownNow();
            for (var caller : callers) {
                caller.close();
            }
        }
    }

    /** Proportional share of memory of the processes of all sandboxes on this machine. */
    private static long insideBytes() throws IOException {
        long sum = 0;
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (var process : processes) {
                sum += share(process);
            }
        }
        return sum;
    }

    private static long share(Path process) {
        try {
            var command = Files.readString(process.resolve("cmdline")).replace('\0', ' ');
            if (!command.contains("sandgate-supervisor") && !command.contains("bwrap")) {
                return 0;
            }
            return Files.readAllLines(process.resolve("smaps_rollup")).stream()
                    .filter(line -> line.startsWith("Pss:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .sum();
        } catch (IOException goneOrForeign) {
            return 0;
        }
    }

    /** Memory that the kernel uses for itself: other work on the machine shows in it too. */
    private static long kernelBytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/meminfo")).stream()
                .filter(line -> line.matches("(Slab|KernelStack|PageTables|Percpu):.*"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .sum();
    }
}
