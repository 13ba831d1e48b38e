package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.CodeRequest;
import dev.sandgate.sandbox.model.CodeResult;
import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.CommandResult;
import dev.sandgate.sandbox.model.FileEntry;
import dev.sandgate.sandbox.model.Language;
import dev.sandgate.sandbox.model.OutputLimits;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxId;
import dev.sandgate.sandbox.model.SandboxQuery;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.SandboxStatus;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.SandboxConnection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real sandboxes on this machine. Long because one provider, whose start is dear, serves one short test for each promise. */
@Timeout(60)
class LocalProviderIT {
    private static final OutputLimits LIMITS = new OutputLimits(65_536, 64 << 20);
    private static final Duration LIFE = Duration.ofMinutes(5);

    private static RealProvider real;
    private static LocalProvider provider;

    @BeforeAll
    static void start() {
        real = RealProvider.start(1);
        provider = real.provider();
    }

    @AfterAll
    static void stop() throws IOException {
        real.close();
    }

    private static Sandbox create() {
        return provider.create(SandboxSpec.lasting(LIFE));
    }

    private static CommandResult run(SandboxConnection connection, String line, int seconds) {
        return connection.run(new Command(line, Optional.empty(), Map.of(), Duration.ofSeconds(seconds)), LIMITS);
    }

    private interface Inside {
        void use(Sandbox sandbox, SandboxConnection connection) throws Exception;
    }

    private static void inSandbox(Inside inside) throws Exception {
        Sandbox sandbox = create();
        try (var connection = provider.connect(sandbox.id())) {
            inside.use(sandbox, connection);
        } finally {
            provider.kill(sandbox.id());
        }
    }

    private static Situation failure(org.junit.jupiter.api.function.Executable call) {
        return assertThrows(SandboxException.class, call).failure().situation();
    }

    private static void eventually(BooleanSupplier condition) {
        assertTrue(Patience.until(Duration.ofSeconds(10), condition));
    }

    private static SandboxStatus status(SandboxId id) {
        return provider.find(id).orElseThrow().status();
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aCommand_hasBothStreamsAndItsExitCode() throws Exception {
        inSandbox((sandbox, inside) -> {
            CommandResult result = run(inside, "echo out; echo err >&2; exit 3", 10);
            assertEquals("out\n", result.stdout().text());
            assertEquals("err\n", result.stderr().text());
            assertEquals(Optional.of(3), result.exitCode());
            assertFalse(result.truncated());
        });
    }

    @Test
    void environment_ofSandboxAndCommandAdd_andTheCommandWins() throws Exception {
        Sandbox sandbox = provider.create(new SandboxSpec(
                Optional.of("code-interpreter-v1"),
                LIFE,
                Map.of("A", "1", "B", "1"),
                Optional.of("local"),
                Optional.empty(),
                Optional.empty()));
        try (var inside = provider.connect(sandbox.id())) {
            CommandResult result = inside.run(
                    new Command("echo $A$B$HOME", Optional.of("/tmp"), Map.of("B", "2"), Duration.ofSeconds(5)),
                    LIMITS);
            assertEquals("12/home/user\n", result.stdout().text());
        } finally {
            provider.kill(sandbox.id());
        }
    }

    @Test
    void stdin_isEmpty() throws Exception {
        inSandbox((sandbox, inside) -> assertEquals(
                "got:\n", run(inside, "read x; echo got:$x", 10).stdout().text()));
    }

    @Test
    void aChildThatKeepsThePipes_isNotWaitedFor() throws Exception {
        inSandbox((sandbox, inside) -> {
            CommandResult result = run(inside, "sh -c 'sleep 30 &'; echo done", 10);
            assertEquals(Optional.of(0), result.exitCode());
            assertFalse(result.timedOut());
        });
    }

    @Test
    void aTimeout_killsTheGroup_andKeepsWhatWasPrinted() throws Exception {
        inSandbox((sandbox, inside) -> {
            CommandResult result = run(inside, "echo first; sleep 1000", 1);
            assertTrue(result.timedOut());
            assertEquals(Optional.empty(), result.exitCode());
            assertEquals("first\n", result.stdout().text());
            assertEquals(
                    "",
                    run(inside, "pgrep -f 'sleep 1000' | grep -v $$", 10)
                            .stdout()
                            .text());
        });
    }

    @Test
    void aFlood_isCounted_cutAtWholeCharacters_andKeptInAFile() throws Exception {
        inSandbox((sandbox, inside) -> {
            CommandResult result = run(inside, "python3 -c \"print('☕' * 100000)\"", 20);
            assertEquals(300_001, result.stdout().bytes());
            assertTrue(result.truncated());
            assertFalse(result.stdout().text().contains("\uFFFD"));
            String path = result.fullOutputPath().orElseThrow();
            assertEquals(
                    "300001\n", run(inside, "stat -c %s " + path, 10).stdout().text());
        });
    }

    @Test
    void missingCwd_isABadArgument() throws Exception {
        inSandbox((sandbox, inside) -> {
            var command = new Command("true", Optional.of("/nowhere"), Map.of(), Duration.ofSeconds(5));
            var failure = assertThrows(SandboxException.class, () -> inside.run(command, LIMITS))
                    .failure();
            assertEquals(Situation.BAD_ARGUMENT, failure.situation());
            assertEquals(Optional.of("cwd"), failure.field());
        });
    }

    @Test
    void interrupt_endsTheCommand() throws Exception {
        inSandbox((sandbox, inside) -> {
            var caller = new CompletableFuture<Thread>();
            var call = CompletableFuture.supplyAsync(
                    () -> {
                        caller.complete(Thread.currentThread());
                        return run(inside, "touch started; sleep 1000", 60);
                    },
                    task -> new Thread(task).start());
            eventually(() -> inside.stat("started").isPresent());
            caller.get().interrupt();
            var failure = assertThrows(ExecutionException.class, () -> call.get(5, TimeUnit.SECONDS));
            assertTrue(failure.getCause() instanceof CancellationException);
            eventually(
                    () -> run(inside, "pgrep -f 'slee[p] 1000'", 10).exitCode().equals(Optional.of(1)));
        });
    }

    @Test
    void files_areWrittenWhole_readInPieces_andListed() throws Exception {
        inSandbox((sandbox, inside) -> {
            assertEquals(5, inside.write("sub/a b\"'$;中文.txt", bytes("hello")));
            assertEquals(
                    "ell", new String(inside.read("sub/a b\"'$;中文.txt", 1, 3).bytes(), StandardCharsets.UTF_8));
            assertEquals(0, inside.read("sub/a b\"'$;中文.txt", 99, 3).bytes().length);
            var listing = inside.list("sub", 10);
            assertEquals(1, listing.files().size());
            FileEntry entry = listing.files().get(0);
            assertEquals("/home/user/sub/a b\"'$;中文.txt", entry.path());
            assertEquals(FileEntry.Type.FILE, entry.type());
            assertEquals(5, entry.size());
            assertEquals(
                    FileEntry.Type.DIRECTORY,
                    inside.stat("/home/user/sub").orElseThrow().type());
            assertEquals(Optional.empty(), inside.stat("nothing"));
        });
    }

    @Test
    void aLargeFile_goesThroughUnchanged() throws Exception {
        inSandbox((sandbox, inside) -> {
            byte[] content = new byte[(5 << 20) + 17];
            new java.util.Random(7).nextBytes(content);
            assertEquals(content.length, inside.write("/tmp/large", new ByteArrayInputStream(content)));
            org.junit.jupiter.api.Assertions.assertArrayEquals(
                    content, inside.read("/tmp/large", 0, content.length + 1).bytes());
            assertEquals(0, inside.write("/tmp/large", bytes("")));
            assertEquals(0, inside.read("/tmp/large", 0, 10).size());
        });
    }

    @Test
    void pathFailures_areTold() throws Exception {
        inSandbox((sandbox, inside) -> {
            assertEquals(Situation.FILE_NOT_FOUND, failure(() -> inside.read("nothing", 0, 1)));
            assertEquals(Situation.BAD_ARGUMENT, failure(() -> inside.read("/home", 0, 1)));
            assertEquals(Situation.BAD_ARGUMENT, failure(() -> inside.write("/usr/x", bytes("x"))));
            assertEquals(Situation.BAD_ARGUMENT, failure(() -> inside.write("/home/user", bytes("x"))));
            assertEquals(Situation.BAD_ARGUMENT, failure(() -> inside.list("/etc/passwd", 1)));
            assertEquals(Situation.FILE_NOT_FOUND, failure(() -> inside.list("/nowhere", 1)));
            assertEquals(Situation.BAD_ARGUMENT, failure(() -> inside.stat("")));
            assertEquals(Situation.BAD_ARGUMENT, failure(() -> inside.stat("a\0b")));
        });
    }

    @Test
    void aFullDisk_leavesTheFormerFile() throws Exception {
        inSandbox((sandbox, inside) -> {
            inside.write("/dev/shm/f", bytes("before"));
            var endless = new InputStream() {
                @Override
                public int read() {
                    return 'x';
                }

                @Override
                public int read(byte[] into, int from, int count) {
                    return count;
                }
            };
            assertEquals(Situation.DISK_FULL, failure(() -> inside.write("/dev/shm/f", endless)));
            assertEquals("before", new String(inside.read("/dev/shm/f", 0, 100).bytes(), StandardCharsets.UTF_8));
            assertEquals(1, inside.list("/dev/shm", 10).files().size());
        });
    }

    @Test
    void code_keepsItsState_andTellsErrors() throws Exception {
        inSandbox((sandbox, inside) -> {
            assertEquals(
                    Optional.of(0),
                    code(inside, Language.PYTHON, "x = 41; print('hi')").exitCode());
            CodeResult result = code(inside, Language.PYTHON, "x + 1");
            assertEquals("42", result.results().get(0).get("text/plain"));
            CodeResult wrong = code(inside, Language.PYTHON, "1/0");
            assertEquals(Optional.of(1), wrong.exitCode());
            assertEquals("ZeroDivisionError", wrong.error().orElseThrow().name());
            code(inside, Language.JAVASCRIPT, "var y = 6");
            assertEquals(
                    "42",
                    code(inside, Language.JAVASCRIPT, "y * 7").results().get(0).get("text/plain"));
            code(inside, Language.BASH, "z=9");
            assertEquals("9\n", code(inside, Language.BASH, "echo $z").stdout().text());
        });
    }

    @Test
    void codeThatRunsTooLong_isEnded() throws Exception {
        inSandbox((sandbox, inside) -> {
            var request = new CodeRequest("while True: pass", Language.PYTHON, Duration.ofSeconds(1));
            CodeResult result = inside.runCode(request, LIMITS);
            assertTrue(result.timedOut());
            assertEquals(Optional.empty(), result.exitCode());
        });
    }

    private static CodeResult code(SandboxConnection inside, Language language, String code) {
        return inside.runCode(new CodeRequest(code, language, Duration.ofSeconds(20)), LIMITS);
    }

    @Test
    void metadata_isTrue_andOthersArgumentsAreRefused() {
        Sandbox sandbox = provider.create(
                new SandboxSpec(Optional.empty(), LIFE, Map.of(), Optional.empty(), Optional.of(1), Optional.of(256)));
        assertEquals(SandboxStatus.RUNNING, sandbox.status());
        assertEquals(Optional.of(1), sandbox.cpuCount());
        assertEquals(Optional.of(256), sandbox.memoryMb());
        assertEquals(sandbox, provider.find(sandbox.id()).orElseThrow());
        assertTrue(provider.list(new SandboxQuery(Optional.empty(), 100, 0, Optional.empty()))
                .contains(sandbox));
        provider.kill(sandbox.id());
        assertEquals(SandboxStatus.STOPPED, status(sandbox.id()));
        var base = SandboxSpec.lasting(LIFE);
        assertEquals(
                Situation.BAD_ARGUMENT,
                failure(() -> provider.create(new SandboxSpec(
                        Optional.of("windows"),
                        LIFE,
                        Map.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()))));
        assertEquals(
                Situation.BAD_ARGUMENT,
                failure(() -> provider.create(new SandboxSpec(
                        Optional.empty(), LIFE, Map.of(), Optional.of("moon"), base.cpu(), base.memoryMb()))));
        assertEquals(
                Situation.BAD_ARGUMENT,
                failure(() -> provider.create(new SandboxSpec(
                        Optional.empty(), LIFE, Map.of("A=B", "x"), Optional.empty(), base.cpu(), base.memoryMb()))));
        assertEquals(
                Situation.PROVIDER_REJECTED,
                failure(() -> provider.create(new SandboxSpec(
                        Optional.empty(), LIFE, Map.of(), Optional.empty(), Optional.of(5000), base.memoryMb()))));
    }

    @Test
    void aKilledSandbox_isNotFound_andKillingAgainIsHarmless() {
        Sandbox sandbox = create();
        var inside = provider.connect(sandbox.id());
        provider.kill(sandbox.id());
        provider.kill(sandbox.id());
        assertEquals(Situation.SANDBOX_NOT_FOUND, failure(() -> run(inside, "true", 5)));
        assertEquals(Situation.SANDBOX_NOT_FOUND, failure(() -> provider.connect(sandbox.id())));
        assertEquals(Situation.SANDBOX_NOT_FOUND, failure(() -> provider.setTimeout(sandbox.id(), LIFE)));
        assertEquals(Situation.SANDBOX_NOT_FOUND, failure(() -> provider.kill(new SandboxId("never"))));
    }

    @Test
    void aKillUnderACall_failsTheCallAtOnce() throws Exception {
        Sandbox sandbox = create();
        var inside = provider.connect(sandbox.id());
        var call = CompletableFuture.supplyAsync(() -> run(inside, "touch started; sleep 1000", 60));
        eventually(() -> inside.stat("started").isPresent());
        provider.kill(sandbox.id());
        var failure = assertThrows(ExecutionException.class, () -> call.get(2, TimeUnit.SECONDS));
        assertEquals(
                Situation.SANDBOX_NOT_FOUND,
                ((SandboxException) failure.getCause()).failure().situation());
    }

    @Test
    void theEnd_isExact_andCanBeMoved() {
        Sandbox sandbox = provider.create(SandboxSpec.lasting(Duration.ofMillis(1200)));
        Instant moved = provider.setTimeout(sandbox.id(), Duration.ofMillis(2500))
                .endAt()
                .orElseThrow();
        eventually(() -> status(sandbox.id()) == SandboxStatus.STOPPED);
        long late = Duration.between(moved, Instant.now()).toMillis();
        assertTrue(late >= 0 && late < 2000, "ended " + late + " ms after its end");
    }

    @Test
    void processesKilledFromOutside_areNoticed_andLeaveNothing() throws Exception {
        for (int which = 0; which < 2; which++) {
            Sandbox sandbox = create();
            var directory = new SandboxDirectory(real.root()
                    .resolve(SandboxDirectory.PARENT)
                    .resolve(sandbox.id().value()));
            var record = ProcessRecord.read(directory.record()).orElseThrow();
            record.processes().get(which).kill();
            eventually(() -> status(sandbox.id()).terminal());
            assertEquals(SandboxStatus.ERROR, status(sandbox.id()));
            assertFalse(record.processes().get(0).alive());
            assertFalse(Files.exists(directory.path()));
            record.groups().forEach(group -> assertFalse(Files.exists(group)));
        }
    }

    @Test
    void aForkBomb_staysInside() throws Exception {
        inSandbox((sandbox, inside) -> {
            run(inside, ":(){ :|:& };:; sleep 2", 4);
            assertTrue(provider.find(sandbox.id()).isPresent());
        });
    }

    @Test
    void aMemoryHog_diesAlone() throws Exception {
        Sandbox sandbox = provider.create(
                new SandboxSpec(Optional.empty(), LIFE, Map.of(), Optional.empty(), Optional.empty(), Optional.of(64)));
        var inside = provider.connect(sandbox.id());
        CommandResult result = run(inside, "python3 -c \"b = bytearray(3000000000); print(len(b))\"", 50);
        assertTrue(provider.isolation() == IsolationTier.NAMESPACES_RLIMITS
                || result.exitCode().equals(Optional.of(137)));
        assertEquals(Optional.of(0), run(inside, "true", 10).exitCode());
        provider.kill(sandbox.id());
    }
}
