package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.OutputLimits;
import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.StandardStream;
import dev.sandgate.sandbox.port.CommandListener;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;

/** Prints how long things take; run by hand while developing. Arguments: directory, warm pool, sandboxes at once, supervisor. */
final class Stopwatch {
    private static final OutputLimits LIMITS = new OutputLimits(65_536, 1 << 20);

    private Stopwatch() {}

    public static void main(String[] arguments) throws Exception {
        int warm = Integer.parseInt(arguments[1]);
        int parallel = Integer.parseInt(arguments[2]);
        var settings = LocalSettings.defaults("stopwatch")
                .withRoot(Path.of(arguments[0]))
                .withWarmPool(warm);
        long start = System.nanoTime();
        var supervisor = arguments.length > 3 ? Supervisor.valueOf(arguments[3]) : Supervisor.packaged();
        try (var provider = LocalProvider.start(new ProviderId("local"), settings, Clock.systemUTC(), supervisor)) {
            System.out.println(provider.isolationDetail() + " after " + millis(start) + " ms");
            var create = new ArrayList<Double>();
            var first = new ArrayList<Double>();
            var run = new ArrayList<Double>();
            var kill = new ArrayList<Double>();
            for (int i = 0; i < 100; i++) {
                once(provider, create, first, run, kill);
            }
            report("create", create);
            report("first run", first);
            report("run true", run);
            report("kill", kill);
            streaming(provider);
            Thread.sleep(1000);
            atOnce(provider, parallel);
        }
    }

    private static void once(
            LocalProvider provider, List<Double> create, List<Double> first, List<Double> run, List<Double> kill) {
        long t = System.nanoTime();
        var sandbox = provider.create(SandboxSpec.lasting(Duration.ofMinutes(5)));
        create.add(millis(t));
        try (var connection = provider.connect(sandbox.id())) {
            for (int k = 0; k < 10; k++) {
                t = System.nanoTime();
                connection.run(new Command("true", Optional.empty(), Map.of(), Duration.ofSeconds(5)), LIMITS);
                (k == 0 ? first : run).add(millis(t));
            }
        }
        t = System.nanoTime();
        provider.kill(sandbox.id());
        kill.add(millis(t));
    }

    private static void streaming(LocalProvider provider) {
        var sandbox = provider.create(SandboxSpec.lasting(Duration.ofMinutes(5)));
        try (var connection = provider.connect(sandbox.id())) {
            var started = new ArrayList<Double>();
            var first = new ArrayList<Double>();
            var whole = new ArrayList<Double>();
            for (int i = 0; i < 200; i++) {
                long t = System.nanoTime();
                connection.stream(streamed("echo x"), new Meter(t, started, first));
                whole.add(millis(t));
            }
            report("started", started);
            report("first byte", first);
            report("whole", whole);
            connection.run(streamed("head -c 256M /dev/zero > zeros"), LIMITS);
            for (int i = 0; i < 3; i++) {
                var meter = new Meter(System.nanoTime(), new ArrayList<>(), new ArrayList<>());
                connection.stream(streamed("cat zeros"), meter);
                double seconds = millis(meter.start) / 1e3;
                System.out.printf(
                        "cat of %d MiB: %.2f s, %.0f MiB/s, in %d pieces%n",
                        meter.bytes >> 20, seconds, (meter.bytes >> 20) / seconds, meter.pieces);
            }
        }
        provider.kill(sandbox.id());
    }

    private static Command streamed(String line) {
        return new Command(line, Optional.empty(), Map.of(), Duration.ofMinutes(1));
    }

    private static final class Meter implements CommandListener {
        private final long start;
        private final List<Double> started;
        private final List<Double> first;
        private long bytes;
        private int pieces;

        Meter(long start, List<Double> started, List<Double> first) {
            this.start = start;
            this.started = started;
            this.first = first;
        }

        @Override
        public void started() {
            started.add(millis(start));
        }

        @Override
        public void output(StandardStream stream, byte[] some) {
            if (bytes == 0) {
                first.add(millis(start));
            }
            bytes += some.length;
            pieces++;
        }
    }

    private static void atOnce(LocalProvider provider, int count) throws Exception {
        var threads = Executors.newFixedThreadPool(count);
        var answers = new ArrayList<java.util.concurrent.Future<?>>();
        String cpu = cpu();
        long t = System.nanoTime();
        for (int i = 0; i < count; i++) {
            answers.add(threads.submit(() -> {
                var sandbox = provider.create(SandboxSpec.lasting(Duration.ofMinutes(5)));
                provider.connect(sandbox.id())
                        .run(new Command("true", Optional.empty(), Map.of(), Duration.ofSeconds(5)), LIMITS);
            }));
        }
        for (var answer : answers) {
            answer.get();
        }
        System.out.println(count + " creates at once, each with a run: " + millis(t) + " ms");
        threads.shutdown();
        long end = System.nanoTime();
        provider.close();
        System.out.println("close: " + millis(end) + " ms");
        System.out.println(
                "cpu ticks (own user, own system, children's user, children's system): " + cpu + " -> " + cpu());
    }

    private static String cpu() throws java.io.IOException {
        String stat = SmallFile.read(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return String.join(" ", fields[11], fields[12], fields[13], fields[14]);
    }

    private static double millis(long since) {
        return (System.nanoTime() - since) / 1e6;
    }

    private static void report(String what, List<Double> values) {
        Collections.sort(values);
        System.out.printf(
                "%-10s p50 %.2f  p99 %.2f  max %.2f ms%n",
                what,
                values.get(values.size() / 2),
                values.get(values.size() * 99 / 100),
                values.get(values.size() - 1));
    }
}
