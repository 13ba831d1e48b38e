package dev.sandgate.sandbox.port;

import static dev.sandgate.sandbox.port.SandboxProviderContract.LONG;
import static dev.sandgate.sandbox.port.SandboxProviderContract.aside;
import static dev.sandgate.sandbox.port.SandboxProviderContract.assertFails;
import static dev.sandgate.sandbox.port.SandboxProviderContract.assertFailsAt;
import static dev.sandgate.sandbox.port.SandboxProviderContract.eventually;
import static dev.sandgate.sandbox.port.SandboxProviderContract.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.CodeRequest;
import dev.sandgate.sandbox.model.CodeResult;
import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.CommandResult;
import dev.sandgate.sandbox.model.Language;
import dev.sandgate.sandbox.model.OutputLimits;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.Situation;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What runs inside a sandbox, as every provider must do it. Its files are {@link SandboxFilesContract}. */
public abstract class SandboxConnectionContract {
    private static final OutputLimits LIMITS = new OutputLimits(65_536, 67_108_864);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private Sandbox sandbox;
    private SandboxConnection connection;

    protected abstract SandboxProvider provider();

    @BeforeEach
    void open() {
        sandbox = provider()
                .create(new SandboxSpec(
                        Optional.empty(),
                        LONG,
                        Map.of("COLOUR", "blue", "SHAPE", "round"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
        connection = provider().connect(sandbox.id());
    }

    @AfterEach
    void close() {
        connection.close();
        provider().kill(sandbox.id());
    }

    @Test
    void failingProgram_isAnOrdinaryResultWithBothStreams() {
        var result = run("echo out; echo err >&2; exit 3");

        assertEquals("out\n", result.stdout().text());
        assertEquals("err\n", result.stderr().text());
        assertEquals(4, result.stdout().bytes());
        assertEquals(Optional.of(3), result.exitCode());
        assertFalse(result.timedOut());
        assertFalse(result.truncated());
        assertEquals(Optional.empty(), result.fullOutputPath());
    }

    @Test
    void output_arrivesInOrder_andExitCodeLast() {
        var result = run("for i in 1 2 3; do echo $i; sleep 0.01; done; exec >&- 2>&-; exit 7");

        assertEquals("1\n2\n3\n", result.stdout().text());
        assertEquals(Optional.of(7), result.exitCode());
    }

    @Test
    void programKilledBySignal_has128AndTheSignal() {
        assertEquals(Optional.of(137), run("kill -KILL $$").exitCode());
    }

    @Test
    void line_isReadByAShell() {
        assertEquals(
                "a  b|$x|\n",
                run("x=1; printf '%s|' \"a  b\" '$x' | cat; echo").stdout().text());
        assertEquals("ü中☕\n", run("echo ü中☕").stdout().text());
        assertEquals(Optional.of(127), run("no-such-program-at-all").exitCode());
    }

    @Test
    void stdin_isEmpty() {
        assertEquals("got:\n", run("read x; echo got:$x").stdout().text());
    }

    @Test
    void cwd_isHomeUnlessSaid() {
        run("mkdir -p sub/deep; echo 1 > here; echo 2 > sub/deep/here");

        assertEquals("1\n", run("cat here").stdout().text());
        assertEquals("1\n", run("cat \"$HOME/here\"").stdout().text());
        assertEquals("2\n", in("sub/deep").stdout().text());
        assertEquals("2\n", in("/home/user/sub/deep").stdout().text());
    }

    @Test
    void missingCwd_isABadArgument() {
        assertFailsAt("cwd", Situation.BAD_ARGUMENT, () -> in("no/such/place"));
        run("touch file");
        assertFailsAt("cwd", Situation.BAD_ARGUMENT, () -> in("file"));
    }

    @Test
    void envs_comeFromSandboxAndCommand() {
        var result = connection.run(
                new Command(
                        "echo $COLOUR $SHAPE $SIZE",
                        Optional.empty(),
                        Map.of("SHAPE", "a 'square'", "SIZE", "big"),
                        MINUTE),
                LIMITS);

        assertEquals("blue a 'square' big\n", result.stdout().text());
        assertEquals("blue round\n", run("echo $COLOUR $SHAPE $SIZE").stdout().text());
    }

    @Test
    void nothing_carriesOverToTheNextCommand() {
        run("cd /tmp; export LEFT=behind; alias x=y");

        assertEquals("\n", run("echo $LEFT").stdout().text());
        assertEquals(
                "same\n",
                run("[ \"$PWD\" -ef \"$HOME\" ] && echo same").stdout().text());
    }

    @Test
    void childHoldingThePipes_isNotWaitedFor() {
        long start = System.nanoTime();
        var result = run("sleep 300 & echo started");

        assertEquals("started\n", result.stdout().text());
        assertEquals(Optional.of(0), result.exitCode());
        assertTrue(System.nanoTime() - start < 10_000_000_000L);
    }

    @Test
    void timeout_killsTheGroupAndKeepsWhatWasPrinted() {
        var result = connection.run(
                new Command(
                        "sleep 300 & echo $! > child; echo early; sleep 300",
                        Optional.empty(),
                        Map.of(),
                        Duration.ofSeconds(1)),
                LIMITS);

        assertTrue(result.timedOut());
        assertEquals(Optional.empty(), result.exitCode());
        assertEquals("early\n", result.stdout().text());
        eventually(() -> gone("child"));
    }

    @Test
    void interruptedCaller_endsTheCommand() throws InterruptedException {
        interruptWhenReady(() -> run("sleep 300 & echo $! > child; touch ready; sleep 300"));

        eventually(() -> gone("child"));
    }

    @Test
    void interruptedCode_makesTheNextWaitForItsEnd() throws InterruptedException {
        interruptWhenReady(() -> bash("trap '' INT; touch ready; while :; do :; done"));

        assertEquals("again\n", bash("echo again").stdout().text());
    }

    private void interruptWhenReady(Supplier<?> work) throws InterruptedException {
        var outcome = new CompletableFuture<Object>();
        var caller = new Thread(() -> {
            try {
                outcome.complete(work.get());
            } catch (RuntimeException e) {
                outcome.completeExceptionally(e);
            }
        });
        caller.start();
        eventually(() -> connection.stat("ready").isPresent());

        caller.interrupt();
        caller.join(20_000);

        assertTrue(outcome.isCancelled() || failureOf(outcome) instanceof CancellationException);
    }

    @Test
    void sandboxKilledUnderACommand_failsItAtOnce() {
        var running = aside(() -> run("touch ready; sleep 300"));
        eventually(() -> connection.stat("ready").isPresent());

        provider().kill(sandbox.id());

        var failure = assertInstanceOf(SandboxException.class, failureOf(running));
        assertEquals(Situation.SANDBOX_NOT_FOUND, failure.failure().situation());
        assertFails(Situation.SANDBOX_NOT_FOUND, () -> run("true"));
    }

    @Test
    void commandsAtOnce_doNotWaitForEachOther() {
        var waiting = aside(() -> run("while [ ! -e go ]; do sleep 0.02; done; echo gone"));

        run("touch go");

        assertEquals("gone\n", waiting.join().stdout().text());
    }

    @Test
    void longOutput_keepsHeadTailAndTrueCount() {
        String all = IntStream.rangeClosed(1, 100_000).mapToObj(i -> i + "\n").collect(Collectors.joining());
        var result = connection.run(command("seq 1 100000; echo brief >&2"), new OutputLimits(1_000, 67_108_864));

        assertTrue(result.stdout().truncated());
        assertEquals(all.length(), result.stdout().bytes());
        assertTrue(result.stdout().text().startsWith("1\n2\n3\n"));
        assertTrue(result.stdout().text().endsWith("99999\n100000\n"));
        assertTrue(result.stdout().text().length() < 1_200);
        assertFalse(result.stderr().truncated());
        assertEquals("brief\n", result.stderr().text());
        var whole = connection.read(result.fullOutputPath().orElseThrow(), 0, 1_000_000);
        assertEquals(all.length() + 6, whole.size());
    }

    @Test
    void outputFile_stopsAtItsLimitWhileTheCountGoesOn() {
        var result = connection.run(command("seq 1 100000"), new OutputLimits(1_000, 5_000));

        assertEquals(588_895, result.stdout().bytes());
        assertEquals(Optional.of(0), result.exitCode());
        assertEquals(
                5_000,
                connection.read(result.fullOutputPath().orElseThrow(), 0, 1).size());
    }

    @Test
    void truncation_splitsNoCharacter() {
        var result = connection.run(command("printf '☕%.0s' $(seq 1 1000)"), new OutputLimits(1_001, 0));

        assertEquals(3_000, result.stdout().bytes());
        assertFalse(result.stdout().text().contains("\uFFFD"));
    }

    @Test
    void characterPrintedInTwoParts_staysWhole() {
        assertEquals(
                "é", run("printf '\\303'; sleep 0.05; printf '\\251'").stdout().text());
    }

    @Test
    void bytesThatAreNotText_becomeReplacementCharacters() {
        var result = run("printf 'a\\377b'");

        assertEquals("a\uFFFDb", result.stdout().text());
        assertEquals(3, result.stdout().bytes());
    }

    @Test
    void code_keepsItsState() {
        assertEquals(Optional.of(0), bash("x=41; f() { echo $((x+1)); }").exitCode());

        var result = bash("f; echo no >&2");

        assertEquals("42\n", result.stdout().text());
        assertEquals("no\n", result.stderr().text());
        assertEquals(Optional.empty(), result.error());
    }

    @Test
    void failingCode_isAnOrdinaryResultWithError() {
        var result = bash("echo before; false");

        assertEquals("before\n", result.stdout().text());
        assertEquals(Optional.of(1), result.exitCode());
        assertTrue(result.error().isPresent());
    }

    @Test
    void endlessCode_timesOutAndTheNextRuns() {
        var result = connection.runCode(
                new CodeRequest("echo early; sleep 300", Language.BASH, Duration.ofSeconds(1)), LIMITS);

        assertTrue(result.timedOut());
        assertEquals(Optional.empty(), result.exitCode());
        assertEquals("early\n", result.stdout().text());
        assertEquals("again\n", bash("echo again").stdout().text());
    }

    private CommandResult run(String line) {
        return connection.run(command(line), LIMITS);
    }

    private CommandResult in(String cwd) {
        return connection.run(new Command("cat here", Optional.of(cwd), Map.of(), MINUTE), LIMITS);
    }

    private CodeResult bash(String code) {
        return connection.runCode(new CodeRequest(code, Language.BASH, MINUTE), LIMITS);
    }

    private static Command command(String line) {
        return new Command(line, Optional.empty(), Map.of(), MINUTE);
    }

    /** Whether the process whose number stands in the file is dead, a zombie included. */
    private boolean gone(String file) {
        return run("case \"$(cut -d' ' -f3 /proc/$(cat " + file
                        + ")/stat 2>/dev/null)\" in ''|Z) exit 0;; esac; exit 1")
                .exitCode()
                .equals(Optional.of(0));
    }
}
