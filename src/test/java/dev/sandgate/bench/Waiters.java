package dev.sandgate.bench;

import dev.sandgate.blackbox.ServerProcess;
import java.net.URI;
import java.util.ArrayList;

/** {@code get_task} with {@code wait}: how soon it answers, and what 200 of them cost while nothing happens. */
record Waiters(URI endpoint, Table table) {
    private static final int WAITING = 200;
    private static final int IDLE_MS = 10_000;
    private static final int TIMES = 100;

    void measure() throws Exception {
        try (var caller = Caller.modern(endpoint)) {
            var sandbox = caller.call("create_sandbox", "timeout", 3600).getString("sandbox_id");
            soon(caller, sandbox);
            idle(caller, sandbox);
            caller.call("kill_sandbox", "sandbox_id", sandbox);
        }
    }

    /** The program says when it printed, by the clock that it shares with us. */
    private void soon(Caller caller, String sandbox) throws Exception {
        var line = "for i in $(seq " + TIMES + "); do date +%s%N; sleep 0.1; done";
        var task = caller.call("start_task", "command", line, "sandbox_id", sandbox)
                .getString("task_id");
        var late = new ArrayList<Double>();
        long cursor = 0;
        for (int i = 0; i < TIMES; i++) {
            var state = caller.call("get_task", "task_id", task, "cursor", cursor, "wait", 20);
            var now = java.time.Instant.now();
            cursor = state.getJsonNumber("next_cursor").longValue();
            for (var printed : state.getString("output").lines().toList()) {
                late.add((now.getEpochSecond() * 1e9 + now.getNano() - Double.parseDouble(printed)) / 1e6);
            }
        }
        var samples = Samples.ofMillis(late);
        table.atMost("get_task with wait, after the output appeared: median", 20, samples.median(), "ms");
        table.tell("get_task with wait, after the output appeared: p99", samples.p99(), "ms");
    }

    private void idle(Caller caller, String sandbox) throws Exception {
        var task = caller.call("start_task", "command", "sleep 600", "sandbox_id", sandbox)
                .getString("task_id");
        var server = ServerProcess.listeningOn(endpoint.getPort());
        double alone = cpuShare(server);
        int threads = server.threads();
        var waiting = new ArrayList<Caller>();
        try {
            for (int i = 0; i < WAITING; i++) {
                var another = caller.another();
                waiting.add(another);
                another.connection().send(another.prepared("get_task", "task_id", task, "wait", 50));
            }
            for (var one : waiting) {
                one.connection().awaitHead();
            }
            table.tell("processor while nothing waits", alone, "%");
            table.tell("processor while 200 wait", cpuShare(server), "%");
            table.tell("threads more while 200 wait", server.threads() - threads, "");
        } finally {
            for (var one : waiting) {
                one.close();
            }
        }
    }

    /** Of one processor, in percent. */
    private static double cpuShare(ServerProcess server) throws InterruptedException {
        long before = server.cpuMillis();
        Thread.sleep(IDLE_MS);
        return 100.0 * (server.cpuMillis() - before) / IDLE_MS;
    }
}
