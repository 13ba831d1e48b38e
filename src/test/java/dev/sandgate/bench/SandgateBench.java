package dev.sandgate.bench;

import dev.sandgate.blackbox.Mcp;
import dev.sandgate.blackbox.OwnServer;
import dev.sandgate.blackbox.Server;
import dev.sandgate.blackbox.ServerProcess;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The figures that Sandgate promises, each beside its floor or target. The client runs on the same processors as the server: plain
 * blocking sockets and prepared requests keep its share small, and it is part of every figure.
 */
class SandgateBench {

    private static final Duration SETTLED = Duration.ofMillis(60);

    private final Table table = new Table();
    private final URI endpoint = Server.mcp();

    @Test
    void measure() throws Exception {
        section("floors", this::floors);
        section("first start", this::start);
        section("warm create", this::warmCreate);
        section("run_command", this::command);
        section("waiters", () -> new Waiters(endpoint, table).measure());
        section("transfers", () -> new Transfers(endpoint, table).measure());
        section("cheap calls", () -> new CheapCalls(endpoint, table).measure());
        section("many sandboxes", () -> new ManySandboxes(endpoint, table).measure());
        section("no starvation", () -> new HeldCalls(endpoint, table).measure());
        table.print(new PrintStream(System.out, true, java.nio.charset.StandardCharsets.UTF_8));
    }

    private double coldFloor;

    private void floors() throws Exception {
        var floors = Floors.measure();
        coldFloor = floors.bubblewrap().median();
        table.tell("floor (a): raw bubblewrap start to the end of true, median", coldFloor, "ms");
        table.tell(
                "floor (b): raw fork+exec of true, median", floors.forkAndExec().median(), "ms");
        table.tell(
                "           raw fork+exec of bash -l -c true, median",
                floors.loginShell().median(),
                "ms");
    }

    /** A server of its own: start-up, idle memory, and creation without a warm pool. */
    private void start() throws Exception {
        try (var server = OwnServer.prepared("bench", Map.of("sandgate.local.warm-pool", "0"))) {
            long began = System.nanoTime();
            server.startAndAwaitFirstAnswer();
            table.atMost("server: start to first answer", 10, (System.nanoTime() - began) / 1e9, "s");
            var process = ServerProcess.listeningOn(server.mcp().getPort());
            Mcp.modern(server.mcp()).request("tools/list").result();
            Thread.sleep(5000);
            table.atMost("server: resident memory idle", 450, process.resident() / 1048576.0, "MiB");
            try (var caller = Caller.modern(server.mcp())) {
                createAndRun(caller, 20);
                var cold = createAndRun(caller, 40);
                table.atMost("create + first run_command true, cold: median", 4 * coldFloor, cold.median(), "ms");
                table.tell("create + first run_command true, cold: p99", cold.p99(), "ms");
            }
        }
    }

    private void warmCreate() throws Exception {
        try (var caller = Caller.modern(endpoint)) {
            createAndRun(caller, 50);
            var warm = createAndRun(caller, 200);
            table.atMost("create + first run_command true, warm: median", 10, warm.median(), "ms");
            table.atMost("create + first run_command true, warm: p99", 60, warm.p99(), "ms");
        }
    }

    /** Kills each sandbox outside the clock and lets the pool fill up again. */
    private static Samples createAndRun(Caller caller, int times) throws Exception {
        var last = new String[1];
        return Samples.of(
                times,
                () -> {
                    last[0] = caller.call("create_sandbox", "timeout", 600).getString("sandbox_id");
                    return caller.call("run_command", "command", "true", "sandbox_id", last[0]);
                },
                () -> {
                    caller.call("kill_sandbox", "sandbox_id", last[0]);
                    Thread.sleep(SETTLED.toMillis());
                    return null;
                });
    }

    private void command() throws Exception {
        try (var caller = Caller.modern(endpoint)) {
            var sandbox = caller.call("create_sandbox", "timeout", 600).getString("sandbox_id");
            var request = caller.prepared("run_command", "command", "true", "sandbox_id", sandbox);
            Samples.of(500, () -> caller.connection().exchange(request));
            var samples = Samples.of(2000, () -> caller.connection().exchange(request));
            table.atMost("run_command true in a running sandbox: median", 4, samples.median(), "ms");
            table.atMost("run_command true in a running sandbox: p99", 20, samples.p99(), "ms");
            caller.call("kill_sandbox", "sandbox_id", sandbox);
        }
    }

    private void section(String name, Section section) throws InterruptedException {
        try {
            section.measure();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | AssertionError e) {
            table.failed(name, e);
        }
    }

    private interface Section {
        void measure() throws Exception;
    }
}
