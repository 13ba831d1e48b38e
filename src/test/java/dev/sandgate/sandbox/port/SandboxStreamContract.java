package dev.sandgate.sandbox.port;

import static dev.sandgate.sandbox.port.SandboxProviderContract.LONG;
import static dev.sandgate.sandbox.port.SandboxProviderContract.aside;
import static dev.sandgate.sandbox.port.SandboxProviderContract.assertFails;
import static dev.sandgate.sandbox.port.SandboxProviderContract.assertFailsAt;
import static dev.sandgate.sandbox.port.SandboxProviderContract.eventually;
import static dev.sandgate.sandbox.port.SandboxProviderContract.failureOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.CommandEnd;
import dev.sandgate.sandbox.model.OutputLimits;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.model.StandardStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Commands whose output is handed over while they run, as every provider must do it. Long because it is a list: one short test a
 * promise.
 */
@Timeout(120)
public abstract class SandboxStreamContract {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int MIB = 1 << 20;

    private final Heard heard = new Heard();
    private Sandbox sandbox;
    private SandboxConnection connection;

    protected abstract SandboxProvider provider();

    @BeforeEach
    void open() {
        sandbox = provider().create(SandboxSpec.lasting(LONG));
        connection = provider().connect(sandbox.id());
    }

    @AfterEach
    void close() {
        connection.close();
        provider().kill(sandbox.id());
    }

    @Test
    void bothStreams_andTheExitCode_areTrue() {
        var end = stream("echo out; echo err >&2; echo more; exit 7");

        assertEquals(new CommandEnd(Optional.of(7), false), end);
        assertTrue(heard.begun());
        assertEquals("out\nmore\n", heard.text(StandardStream.STDOUT));
        assertEquals("err\n", heard.text(StandardStream.STDERR));
    }

    @Test
    void silentProgram_isStartedAllTheSame() {
        assertEquals(Optional.of(0), stream("true").exitCode());
        assertTrue(heard.begun());
    }

    @Test
    void programKilledBySignal_has128AndTheSignal() {
        assertEquals(Optional.of(137), stream("kill -KILL $$").exitCode());
    }

    @Test
    void cwdAndEnvs_areThoseOfTheCommand() {
        connection.makeDirectory("sub");

        connection.stream(
                new Command("echo ${PWD##*/} $SIZE", Optional.of("sub"), Map.of("SIZE", "big"), MINUTE), heard);

        assertEquals("sub big\n", heard.text(StandardStream.STDOUT));
    }

    @Test
    void missingCwd_isABadArgument_andNothingStarts() {
        var command = new Command("true", Optional.of("no/such/place"), Map.of(), MINUTE);

        assertFailsAt("cwd", Situation.BAD_ARGUMENT, () -> connection.stream(command, heard));
        assertFalse(heard.begun());
    }

    @Test
    void output_arrivesWhileTheProgramRuns() {
        var end = aside(() -> stream("echo first; echo second >&2; while [ ! -e go ]; do sleep 0.02; done; echo last"));
        eventually(() -> heard.text(StandardStream.STDOUT).equals("first\n")
                && heard.text(StandardStream.STDERR).equals("second\n"));
        assertFalse(end.isDone());

        create("go");

        assertEquals(Optional.of(0), end.join().exitCode());
        assertEquals("first\nlast\n", heard.text(StandardStream.STDOUT));
    }

    @Test
    void splitCharacter_isPassedAsTheBytesItConsistsOf() {
        var end = aside(() -> stream("printf '\\303'; while [ ! -e go ]; do sleep 0.02; done; printf '\\251\\377'"));
        eventually(() -> heard.count(StandardStream.STDOUT) == 1);

        create("go");

        end.join();
        assertArrayEquals(new byte[] {(byte) 0xC3, (byte) 0xA9, (byte) 0xFF}, heard.bytes(StandardStream.STDOUT));
    }

    @Test
    void manyLines_stayInOrder() {
        stream("seq 1 200000");

        assertEquals(
                IntStream.rangeClosed(1, 200_000).mapToObj(i -> i + "\n").collect(Collectors.joining()),
                heard.text(StandardStream.STDOUT));
    }

    @Test
    void muchOutput_isExactToTheByte_onBothStreams() {
        byte[] bytes = new byte[10 * MIB];
        new Random(3).nextBytes(bytes);
        connection.write("big", new ByteArrayInputStream(bytes));

        assertEquals(Optional.of(0), stream("cat big & cat big >&2; wait").exitCode());

        assertArrayEquals(bytes, heard.bytes(StandardStream.STDOUT));
        assertArrayEquals(bytes, heard.bytes(StandardStream.STDERR));
    }

    @Test
    void tinyPiecesOnBothStreams_areAllHandedOver() {
        stream("for i in $(seq 5000); do echo -n o; echo -n e >&2; done");

        assertEquals("o".repeat(5000), heard.text(StandardStream.STDOUT));
        assertEquals("e".repeat(5000), heard.text(StandardStream.STDERR));
    }

    @Test
    void closingItsOutput_isNotItsEnd() {
        var end = aside(() -> stream("exec >&- 2>&-; touch closed; while [ ! -e go ]; do sleep 0.02; done; exit 5"));
        eventually(() -> connection.stat("closed").isPresent());

        create("go");

        assertEquals(Optional.of(5), end.join().exitCode());
    }

    @Test
    void childHoldingThePipes_isNotWaitedFor() {
        long start = System.nanoTime();
        var end = stream("sleep 300 & echo started; exit 3");

        assertEquals(Optional.of(3), end.exitCode());
        assertEquals("started\n", heard.text(StandardStream.STDOUT));
        assertTrue(System.nanoTime() - start < 10_000_000_000L);
    }

    @Test
    void childThatGoesOnPrinting_isNotWaitedFor() {
        assertEquals(Optional.of(3), stream("yes & sleep 0.1; exit 3").exitCode());
        assertTrue(heard.text(StandardStream.STDOUT).startsWith("y\ny\n"));
    }

    @Test
    void slowListener_holdsTheProgramUp_andLosesNothing() {
        int pieces = 200;
        heard.hold();
        var end = aside(() -> stream("for i in $(seq " + pieces
                + "); do head -c 65536 /dev/zero; echo $i > progress.new; mv progress.new progress; done"));
        eventually(() -> heard.count(StandardStream.STDOUT) > 0);

        long reached = stalledProgress();
        assertTrue(reached < pieces / 4, () -> "the program was at " + reached);
        assertFalse(end.isDone());
        heard.release();

        assertEquals(Optional.of(0), end.join().exitCode());
        assertEquals(pieces * 65_536, heard.count(StandardStream.STDOUT));
    }

    /** How far the program is when it does not get on any more. */
    private long stalledProgress() {
        var seen = new long[] {-1, 0};
        eventually(() -> {
            long now = connection.stat("progress").isEmpty() ? 0 : Long.parseLong(run("cat progress"));
            seen[1] = now == seen[0] ? seen[1] + 1 : 0;
            seen[0] = now;
            return seen[1] == 10;
        });
        return seen[0];
    }

    @Test
    void timeout_killsTheGroup_andKeepsWhatWasPrinted() {
        var end = connection.stream(
                new Command(
                        "sleep 300 & echo $! > child; echo early; sleep 300",
                        Optional.empty(),
                        Map.of(),
                        Duration.ofSeconds(1)),
                heard);

        assertEquals(new CommandEnd(Optional.empty(), true), end);
        assertEquals("early\n", heard.text(StandardStream.STDOUT));
        eventually(() -> gone("child"));
    }

    @Test
    void timeout_doesNotWaitForASlowListener() {
        heard.hold();
        var end = aside(() -> connection.stream(
                new Command("echo $$ > child; exec yes", Optional.empty(), Map.of(), Duration.ofSeconds(1)), heard));
        eventually(() -> connection.stat("child").isPresent());

        eventually(() -> gone("child"));
        heard.release();

        assertEquals(new CommandEnd(Optional.empty(), true), end.join());
    }

    @Test
    void commandWithoutTimeout_runsLikeAnyOther() {
        var command = new Command("echo on; exit 4", Optional.empty(), Map.of(), Command.NO_TIMEOUT);

        assertEquals(new CommandEnd(Optional.of(4), false), connection.stream(command, heard));
        assertEquals("on\n", heard.text(StandardStream.STDOUT));
    }

    @Test
    void interruptedCaller_endsTheCommand() throws InterruptedException {
        var outcome = new CompletableFuture<CommandEnd>();
        var caller = new Thread(() -> {
            try {
                outcome.complete(stream("sleep 300 & echo $! > child; echo ready; sleep 300"));
            } catch (RuntimeException e) {
                outcome.completeExceptionally(e);
            }
        });
        caller.start();
        eventually(() -> heard.count(StandardStream.STDOUT) > 0);

        caller.interrupt();
        caller.join(20_000);

        assertTrue(outcome.isCancelled() || failureOf(outcome) instanceof CancellationException);
        eventually(() -> gone("child"));
    }

    @Test
    void failingListener_endsTheCommand() {
        var reason = new IllegalStateException("enough");
        var listener = new CommandListener() {
            @Override
            public void started() {}

            @Override
            public void output(StandardStream stream, byte[] bytes) {
                throw reason;
            }
        };

        var thrown = assertThrows(
                IllegalStateException.class,
                () -> connection.stream(command("(echo $BASHPID > child; exec yes) & wait"), listener));

        assertSame(reason, thrown);
        eventually(() -> gone("child"));
    }

    @Test
    void sandboxKilledUnderACommand_failsItAtOnce() {
        var end = aside(() -> stream("echo ready; sleep 300"));
        eventually(() -> heard.count(StandardStream.STDOUT) > 0);

        provider().kill(sandbox.id());

        var failure = assertInstanceOf(SandboxException.class, failureOf(end));
        assertEquals(Situation.SANDBOX_NOT_FOUND, failure.failure().situation());
        assertFails(Situation.SANDBOX_NOT_FOUND, () -> stream("true"));
    }

    @Test
    void sandboxKilledUnderAFlood_failsIt() {
        var end = aside(() -> stream("yes & yes >&2"));
        eventually(() -> heard.count(StandardStream.STDERR) > MIB);

        provider().kill(sandbox.id());

        var failure = assertInstanceOf(SandboxException.class, failureOf(end));
        assertEquals(Situation.SANDBOX_NOT_FOUND, failure.failure().situation());
    }

    private CommandEnd stream(String line) {
        return connection.stream(command(line), heard);
    }

    private void create(String path) {
        connection.write(path, new ByteArrayInputStream(new byte[0]));
    }

    private String run(String line) {
        return connection
                .run(command(line), new OutputLimits(65_536, 0))
                .stdout()
                .text()
                .strip();
    }

    private static Command command(String line) {
        return new Command(line, Optional.empty(), Map.of(), MINUTE);
    }

    /** Whether the process whose number stands in the file is dead, a zombie included. */
    private boolean gone(String file) {
        return run("case \"$(cut -d' ' -f3 /proc/$(cat " + file + ")/stat 2>/dev/null)\" in ''|Z) echo gone;; esac")
                .equals("gone");
    }

    /** Keeps what it hears, and can be made to take its time. */
    private static final class Heard implements CommandListener {
        private final ByteArrayOutputStream[] streams = {new ByteArrayOutputStream(), new ByteArrayOutputStream()};
        private volatile CountDownLatch gate = new CountDownLatch(0);
        private volatile boolean begun;

        @Override
        public void started() {
            assertFalse(begun);
            begun = true;
        }

        @Override
        public void output(StandardStream stream, byte[] bytes) {
            assertTrue(begun);
            assertTrue(bytes.length > 0);
            streams[stream.ordinal()].writeBytes(bytes);
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void hold() {
            gate = new CountDownLatch(1);
        }

        void release() {
            gate.countDown();
        }

        boolean begun() {
            return begun;
        }

        int count(StandardStream stream) {
            return streams[stream.ordinal()].size();
        }

        byte[] bytes(StandardStream stream) {
            return streams[stream.ordinal()].toByteArray();
        }

        String text(StandardStream stream) {
            return streams[stream.ordinal()].toString(StandardCharsets.UTF_8);
        }
    }
}
