package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.CommandEnd;
import dev.sandgate.sandbox.model.CommandResult;
import dev.sandgate.sandbox.model.OutputLimits;
import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.SandboxStatus;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.model.StandardStream;
import dev.sandgate.sandbox.port.CommandListener;
import dev.sandgate.sandbox.port.SandboxConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs that misbehave harm only themselves, and the caller gets the documented answer. Every bomb has a bound of its own. Long because
 * it is a list: one short test a misdeed.
 */
@Timeout(60)
@ParameterizedClass
@MethodSource("supervisors")
class HostileIT {
    private static final OutputLimits LIMITS = new OutputLimits(65_536, 64 << 20);
    private static final int PIDS = 64;
    private static final int DISK_MB = 64;

    private static Path root;
    private static LocalProvider provider;

    private Sandbox sandbox;
    private SandboxConnection inside;

    @Parameter
    Supervisor supervisor;

    static Set<Supervisor> supervisors() {
        return EnumSet.of(Supervisor.packaged(), Supervisor.PYTHON);
    }

    @BeforeParameterizedClassInvocation
    static void start(Supervisor supervisor) {
        root = RealProvider.freshRoot();
        var settings = new LocalSettings(
                root,
                IsolationTier.NAMESPACES_RLIMITS,
                1,
                256,
                DISK_MB,
                PIDS,
                1,
                "none",
                Duration.ofSeconds(30),
                8,
                720_000);
        provider = LocalProvider.start(new ProviderId("local"), settings, Clock.systemUTC(), supervisor);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws IOException {
        new RealProvider(provider, root).close();
    }

    @BeforeEach
    void create() {
        sandbox = provider.create(SandboxSpec.lasting(Duration.ofMinutes(3)));
        inside = provider.connect(sandbox.id());
    }

    @AfterEach
    void kill() {
        inside.close();
        provider.kill(sandbox.id());
    }

    private CommandResult run(String line, int seconds) {
        return inside.run(new Command(line, Optional.empty(), Map.of(), Duration.ofSeconds(seconds)), LIMITS);
    }

    private CommandResult python(String program, int seconds) {
        inside.write("/tmp/program.py", new java.io.ByteArrayInputStream(program.getBytes(StandardCharsets.UTF_8)));
        return run("exec python3 -IB /tmp/program.py", seconds);
    }

    private void assertUsable() {
        assertTrue(Patience.until(Duration.ofSeconds(15), () -> {
            try {
                return run("echo usable", 10).stdout().text().equals("usable\n");
            } catch (SandboxException e) {
                return false; // no process to be had yet
            }
        }));
        assertEquals(
                SandboxStatus.RUNNING, provider.find(sandbox.id()).orElseThrow().status());
    }

    private static long millisOf(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    @Test
    void aForkBomb_meetsItsLimit_andTheSandboxIsUsableAfterwards() {
        CommandResult result = python("""
                import os, time
                children = 0
                try:
                    while children < 1000:
                        if os.fork() == 0:
                            time.sleep(2)
                            os._exit(0)
                        children += 1
                except BlockingIOError:
                    print("stopped", children < 64)
                """, 20);
        assertEquals("stopped True\n", result.stdout().text());
        assertUsable();
    }

    @Test
    void aForkBombOfDaemons_doesNotOutliveTheSandbox() throws Exception {
        python("""
                import os, signal, time
                for number in range(1, 32):
                    if number not in (9, 17, 19): signal.signal(number, signal.SIG_IGN)
                for _ in range(20):
                    if os.fork() == 0:
                        os.setsid()
                        if os.fork() == 0:
                            time.sleep(1000)
                        os._exit(0)
                """, 20);
        var directory = new SandboxDirectory(
                root.resolve(SandboxDirectory.PARENT).resolve(sandbox.id().value()));
        ProcessIdentity init =
                ProcessRecord.read(directory.record()).orElseThrow().processes().get(0);
        provider.kill(sandbox.id());
        assertFalse(init.alive());
    }

    @Test
    void aMemoryHog_isKilledAlone() {
        assumeTrue(provider.isolation() == IsolationTier.NAMESPACES_CGROUPS, "nothing limits memory in this tier");
        CommandResult result = python(
                "held = []\nfor _ in range(100): held.append(bytearray(b'x' * (8 << 20)))\nprint('survived')", 30);
        assertEquals("", result.stdout().text());
        assertEquals(Optional.of(137), result.exitCode());
        assertUsable();
    }

    @Test
    void aFullDisk_isAnErrorInside_andNoDeath() {
        CommandResult result = run("dd if=/dev/zero of=fill bs=1M count=200 2>&1; stat -c %s fill; rm fill", 30);
        assertTrue(
                result.stdout().text().contains("No space left on device"),
                result.stdout().text());
        assertTrue(
                result.stdout().text().endsWith("\n" + ((long) DISK_MB << 20) + "\n"),
                result.stdout().text());
        assertUsable();
    }

    @Test
    void writingAt_aFullDisk_isTold_andWhatWasThereStays() {
        run("printf kept > file; dd if=/dev/zero of=fill bs=1M count=200", 30);
        var failure = assertThrows(SandboxException.class, () -> inside.writeAt("file", 4, new byte[4 << 20]));
        assertEquals(Situation.DISK_FULL, failure.failure().situation());
        assertEquals("kept", new String(inside.read("file", 0, 4).bytes(), StandardCharsets.UTF_8));
        inside.remove("fill");
        assertEquals(4 + (4 << 20), inside.writeAt("file", 4, new byte[4 << 20]));
    }

    @Test
    void anEndlessFlood_endsAtItsTimeout_withTrueCounts() {
        CommandResult result = run("yes", 2);
        assertTrue(result.timedOut());
        assertEquals(Optional.empty(), result.exitCode());
        assertTrue(result.stdout().bytes() > 1_000_000);
        assertTrue(result.stdout().text().length() < 70_000);
        assertUsable();
    }

    /** Case 29. */
    @Test
    void fiveMillionLines_areBoundedAndCounted_andTheRestCanBeFetched() {
        CommandResult result = run("seq 1 5000000", 30);
        assertEquals(38_888_896, result.stdout().bytes());
        assertTrue(result.truncated());
        assertTrue(result.stdout().text().startsWith("1\n2\n3\n"));
        assertTrue(result.stdout().text().endsWith("4999999\n5000000\n"));
        String path = result.fullOutputPath().orElseThrow();
        var slice = inside.read(path, 38_888_896 - 8, 100);
        assertEquals("5000000\n", new String(slice.bytes(), StandardCharsets.UTF_8));
        assertEquals(38_888_896, slice.size());
    }

    @Test
    void manyFloodsThatNobodyReads_takeLittleMemory() {
        int floods = 40;
        var gate = new CountDownLatch(1);
        var heard = new CountDownLatch(floods);
        long before = heap();
        var calls = new ArrayList<CompletableFuture<CommandEnd>>();
        for (int i = 0; i < floods; i++) {
            calls.add(CompletableFuture.supplyAsync(
                    () -> stream("exec yes", taker(bytes -> {
                        heard.countDown();
                        await(gate);
                    })),
                    task -> new Thread(task).start()));
        }
        await(heard);
        for (int i = 0; i < 20; i++) {
            run("true", 10);
        }
        long taken = heap() - before;
        assertTrue(taken < 2L * floods * Flow.WINDOW, () -> taken + " bytes");
        provider.kill(sandbox.id());
        gate.countDown();
        for (var call : calls) {
            assertThrows(ExecutionException.class, () -> call.get(20, TimeUnit.SECONDS));
        }
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void aLargePipe_isHandedOverWholeAtTheEnd_andTheEndWaitsForNobody() {
        var gate = new CountDownLatch(1);
        var taken = new AtomicLong();
        inside.write("/tmp/large.py", new java.io.ByteArrayInputStream("""
                import fcntl, os
                for fd in (1, 2):
                    fcntl.fcntl(fd, 1031, 1 << 20)
                    os.set_blocking(fd, False)
                size = sum(os.write(fd, b"x" * 65536) for fd in (1, 2) for _ in range(16))
                open("size", "w").write(str(size))
                """.getBytes(StandardCharsets.UTF_8)));
        var call = CompletableFuture.supplyAsync(
                () -> stream("python3 -IB /tmp/large.py; echo $$ > gone; exit 3", taker(bytes -> {
                    await(gate);
                    taken.addAndGet(bytes.length);
                })));
        assertTrue(Patience.until(
                Duration.ofSeconds(15),
                () -> run("test -e gone && ! kill -0 $(cat gone)", 10)
                        .exitCode()
                        .equals(Optional.of(0))));
        gate.countDown();
        assertEquals(new CommandEnd(Optional.of(3), false), call.join());
        assertEquals(run("cat size", 10).stdout().text(), "" + taken.get());
        assertEquals(2 << 20, taken.get());
    }

    private CommandEnd stream(String line, CommandListener listener) {
        return inside.stream(new Command(line, Optional.empty(), Map.of(), Duration.ofSeconds(50)), listener);
    }

    private static CommandListener taker(Consumer<byte[]> taker) {
        return new CommandListener() {
            @Override
            public void started() {}

            @Override
            public void output(StandardStream stream, byte[] bytes) {
                taker.accept(bytes);
            }
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(40, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aFlood_doesNotDelayOthers() {
        var flood = CompletableFuture.supplyAsync(() -> run("yes & yes >&2 & yes", 6));
        var waits = new ArrayList<Long>();
        for (int i = 0; i < 10; i++) {
            waits.add(millisOf(() -> run("true", 5)));
        }
        assertTrue(waits.stream().allMatch(wait -> wait < 4000), waits.toString());
        assertTrue(flood.join().timedOut());
    }

    @Test
    void closingItsOutput_isNotItsEnd() {
        var result = new ArrayList<CommandResult>();
        long millis = millisOf(() -> result.add(run("exec >&- 2>&-; sleep 1; exit 7", 10)));
        assertTrue(millis >= 1000, millis + " ms");
        assertEquals(Optional.of(7), result.get(0).exitCode());
        assertTrue(run("exec >&- 2>&-; sleep 60", 1).timedOut());
    }

    /** Case 21. */
    @Test
    void aChildThatHoldsThePipes_isNotWaitedFor() {
        var result = new ArrayList<CommandResult>();
        long millis = millisOf(() -> result.add(run("sh -c 'sleep 30 &'", 10)));
        assertEquals(Optional.of(0), result.get(0).exitCode());
        assertTrue(millis < 5000, millis + " ms");
    }

    @Test
    void aBackgroundChild_mayGoOnPrinting() {
        run("(while :; do echo x; sleep 0.05; done) & echo $! > child", 10);
        assertEquals(Optional.of(0), run("sleep 1; kill -0 $(cat child)", 10).exitCode());
    }

    /** Case 22. */
    @Test
    void aServerThatNeverEnds_isKilledWithItsGroup_andWhatItPrintedIsKept() {
        CommandResult result = run("echo starting; python3 -u -m http.server 8000", 2);
        assertTrue(result.timedOut());
        assertTrue(result.stdout().text().startsWith("starting\n"));
        assertEquals("", run("pgrep -f [h]ttp.server", 10).stdout().text());
    }

    /** Case 23. */
    @Test
    void standardInput_isEmpty() {
        CommandResult result =
                run("read x; echo got:$x; cat; python3 -c 'import sys; print(len(sys.stdin.read()))'", 20);
        assertEquals("got:\n0\n", result.stdout().text());
        assertFalse(result.timedOut());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "KILL", "STOP", "TERM", "INT", "HUP", "QUIT", "SEGV", "ABRT", "CHLD", "ALRM", "USR1", "PIPE", "XFSZ"
            })
    void theSupervisor_cannotBeKilledOrStopped(String signal) {
        run("kill -" + signal + " 1; kill -" + signal + " -1; sleep 0.2", 10);
        assertUsable();
    }

    @Test
    void theSupervisor_cannotBeStarvedOfRights() {
        CommandResult result = python("""
                import os, resource
                def refused(action):
                    try:
                        action()
                        return False
                    except OSError:
                        return True
                print(refused(lambda: resource.prlimit(1, resource.RLIMIT_NOFILE, (0, 0))),
                      refused(lambda: resource.prlimit(1, resource.RLIMIT_CPU, (1, 1))),
                      refused(lambda: os.sched_setscheduler(1, os.SCHED_IDLE, os.sched_param(0))),
                      refused(lambda: os.open("/proc/1/mem", os.O_RDONLY)),
                      refused(lambda: os.open("/proc/1/oom_score_adj", os.O_WRONLY)))
                """, 10);
        assertEquals(
                "True True True True True\n",
                result.stdout().text(),
                result.stderr().text());
        assertUsable();
    }

    @Test
    void strangersAtTheControlSocket_areToldNothing() {
        CommandResult result = python("""
                import os, socket, struct
                def frame(kind, payload): return struct.pack(">IBI", 5 + len(payload), kind, 0) + payload
                hello = struct.pack(">HI", 1, 32) + bytes(32)
                heard, held = 0, []
                for talk in (frame(1, hello), os.urandom(4096), b"\\xff" * 64, struct.pack(">I", 1 << 20), b"") * 10:
                    try:
                        s = socket.socket(socket.AF_UNIX)
                        held.append(s)
                        s.settimeout(0.05)
                        s.connect("/run/sandgate/control/s")
                        s.sendall(talk)
                        heard += len(s.recv(100))
                    except OSError:
                        pass
                print("heard", heard)
                """, 50);
        assertEquals("heard 0\n", result.stdout().text(), result.stderr().text());
        assertUsable();
    }

    @Test
    void aLinkInTheSpillDirectory_isNotFollowed() {
        run("rm -rf /tmp/.sandgate; ln -s /home/user /tmp/.sandgate", 10);
        CommandResult result = run("seq 1 100000", 10);
        assertTrue(result.truncated());
        assertEquals(Optional.empty(), result.fullOutputPath());
        assertEquals(List.of(), inside.list("/home/user", 10).files());
    }

    /** Case 20. */
    @Test
    void aSandboxKilledFromOutside_failsItsCallsAtOnce() throws Exception {
        var call = CompletableFuture.supplyAsync(() -> run("touch started; sleep 60", 60));
        assertTrue(Patience.until(
                Duration.ofSeconds(10), () -> inside.stat("started").isPresent()));
        var directory = new SandboxDirectory(
                root.resolve(SandboxDirectory.PARENT).resolve(sandbox.id().value()));
        ProcessRecord.read(directory.record()).orElseThrow().processes().get(0).kill();
        var failure = assertThrows(ExecutionException.class, () -> outcome(call));
        assertTrue(failure.getCause() instanceof SandboxException, failure.toString());
        assertTrue(Patience.until(
                Duration.ofSeconds(5),
                () -> provider.find(sandbox.id()).orElseThrow().status().terminal()));
    }

    private static CommandResult outcome(CompletableFuture<CommandResult> call)
            throws InterruptedException, ExecutionException, TimeoutException {
        return call.get(5, TimeUnit.SECONDS);
    }

    /** Case 30. */
    @Test
    void manyByteCharacters_arriveWhole() {
        CommandResult cups = inside.run(
                new Command("printf '☕%.0s' $(seq 80000)", Optional.empty(), Map.of(), Duration.ofSeconds(20)),
                new OutputLimits(OutputLimits.MAX_SHOWN, 1 << 20));
        assertEquals("☕".repeat(80_000), cups.stdout().text());
        CommandResult halves = run("printf '\\xc3'; sleep 0.05; printf '\\xa9'", 10);
        assertEquals("é", halves.stdout().text());
    }

    @Test
    void aFullTmp_meansNoOutputFile_ratherThanAnEmptyOne() {
        run("head -c 200M /dev/zero > /tmp/full", 20);
        CommandResult result = run("seq 1 100000", 20);
        assertTrue(result.truncated());
        assertEquals(Optional.empty(), result.fullOutputPath());
        assertEquals("", run("ls -A /tmp/.sandgate", 10).stdout().text());
        run("rm /tmp/full", 10);
        assertTrue(run("seq 1 100000", 20).fullOutputPath().isPresent());
    }
}
