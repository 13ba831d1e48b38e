package dev.sandgate.bench;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Five hundred calls that wait, in either era, and what another client notices of them. */
record HeldCalls(URI endpoint, Table table) {

    private static final int SANDBOXES = 10;
    private static final int CALLS_EACH = 50;
    private static final int TIMES = 150;

    void measure() throws Exception {
        try (var other = Caller.modern(endpoint)) {
            for (int i = 0; i < 5; i++) {
                initialize(other);
                list(other);
            }
            double idleInitialize = initialize(other).median();
            double idleList = list(other).median();
            table.tell("idle: initialize, median", idleInitialize, "ms");
            table.tell("idle: list_sandboxes, median", idleList, "ms");
            for (var era : List.of("modern", "legacy")) {
                try (var holder = era.equals("modern") ? Caller.modern(endpoint) : Caller.legacy(endpoint)) {
                    held(holder, () -> {
                        var what = "500 run_command sleep 60 held, " + era + ": ";
                        table.atMost(
                                what + "initialize, median",
                                3 * idleInitialize,
                                initialize(other).median(),
                                "ms");
                        table.atMost(
                                what + "list_sandboxes, median",
                                3 * idleList,
                                list(other).median(),
                                "ms");
                    });
                }
            }
        }
    }

    private void held(Caller holder, Work meanwhile) throws Exception {
        var sandboxes = new ArrayList<String>();
        var waiting = new ArrayList<Caller>();
        try {
            for (int i = 0; i < SANDBOXES; i++) {
                sandboxes.add(holder.call("create_sandbox", "timeout", 600).getString("sandbox_id"));
            }
            for (int i = 0; i < SANDBOXES * CALLS_EACH; i++) {
                var caller = holder.another();
                waiting.add(caller);
                caller.connection()
                        .send(caller.prepared(
                                "run_command",
                                "command",
                                "sleep 60",
                                "sandbox_id",
                                sandboxes.get(i % SANDBOXES),
                                "timeout",
                                120));
            }
            for (var caller : waiting) {
                caller.connection().awaitHead();
            }
            meanwhile.measure();
        } finally {
            for (var id : sandboxes) {
                holder.call("kill_sandbox", "sandbox_id", id);
            }
            for (var caller : waiting) {
                caller.close();
            }
        }
    }

    /** Each session is ended again outside the clock: there may only be so many. */
    private Samples initialize(Caller other) throws Exception {
        var request = Caller.initialize(endpoint);
        var session = new String[1];
        return Samples.of(
                TIMES, () -> session[0] = other.connection().exchange(request).session(), () -> {
                    other.connection().send(Caller.delete(endpoint, session[0]));
                    other.connection().awaitHead();
                    return null;
                });
    }

    private Samples list(Caller other) throws Exception {
        var request = other.prepared("list_sandboxes");
        return Samples.of(TIMES, () -> other.connection().exchange(request));
    }

    private interface Work {
        void measure() throws Exception;
    }
}
