package dev.sandgate.sandbox.port;

import dev.sandgate.sandbox.model.CodeError;
import dev.sandgate.sandbox.model.CodeRequest;
import dev.sandgate.sandbox.model.CodeResult;
import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.CommandEnd;
import dev.sandgate.sandbox.model.CommandResult;
import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.FileEntry;
import dev.sandgate.sandbox.model.FileListing;
import dev.sandgate.sandbox.model.FileSlice;
import dev.sandgate.sandbox.model.Language;
import dev.sandgate.sandbox.model.OutputLimits;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.model.StandardStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Runs a fake sandbox's commands in its directory, each in a process group of its own; code only in bash. */
final class FakeConnection implements SandboxConnection {
    private static final int PIECE = 64 << 10;
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final FakeSandbox sandbox;
    private final FakeFiles files;
    private volatile boolean closed;

    FakeConnection(FakeSandbox sandbox) {
        this.sandbox = sandbox;
        this.files = new FakeFiles(sandbox);
    }

    @Override
    public CommandResult run(Command command, OutputLimits limits) {
        return alive(() -> {
            Path out = file("out");
            Path err = file("err");
            var exit = await(start(command, out, err), command.timeout(), true);
            var shown = FakeOutput.of(sandbox, out, err, limits);
            return new CommandResult(shown.stdout(), shown.stderr(), exit, exit.isEmpty(), shown.fullPath());
        });
    }

    @Override
    public CommandEnd stream(Command command, CommandListener listener) {
        return alive(() -> {
            try (var out = FakePipe.in(sandbox.root());
                    var err = FakePipe.in(sandbox.root())) {
                return stream(start(command, out.file(), err.file()), command.timeout(), List.of(out, err), listener);
            }
        });
    }

    private CommandEnd stream(Process process, Duration timeout, List<FakePipe> pipes, CommandListener listener) {
        var late = new AtomicBoolean();
        var alarm = CompletableFuture.runAsync(
                () -> {
                    late.set(true);
                    FakeShell.killGroup(process);
                },
                CompletableFuture.delayedExecutor(timeout.toMillis(), TimeUnit.MILLISECONDS));
        boolean over = false;
        try {
            listener.started();
            var exit = Optional.<Integer>empty();
            while (exit.isEmpty()) {
                boolean some = handOver(pipes, PIECE, listener);
                exit = await(process, some ? Duration.ZERO : PAUSE, false);
            }
            handOver(pipes, Integer.MAX_VALUE, listener);
            over = true;
            return new CommandEnd(late.get() ? Optional.empty() : exit, late.get());
        } finally {
            alarm.cancel(false);
            if (!over) {
                FakeShell.killGroup(process);
            }
        }
    }

    private static boolean handOver(List<FakePipe> pipes, int most, CommandListener listener) {
        boolean some = false;
        for (var stream : StandardStream.values()) {
            byte[] bytes = pipes.get(stream.ordinal()).read(most);
            if (bytes.length > 0) {
                listener.output(stream, bytes);
                some = true;
            }
        }
        return some;
    }

    @Override
    public CodeResult runCode(CodeRequest request, OutputLimits limits) {
        if (request.language() != Language.BASH) {
            throw new SandboxException(
                    Failure.of(Situation.UNSUPPORTED).about(request.language().word()));
        }
        return alive(() -> {
            Path out = file("out");
            Path err = file("err");
            var exit = sandbox.kernel().run(request.code(), request.timeout(), out, err);
            var shown = FakeOutput.of(sandbox, out, err, limits);
            return new CodeResult(
                    shown.stdout(),
                    shown.stderr(),
                    exit.map(status -> status == 0 ? 0 : 1),
                    exit.isEmpty(),
                    shown.fullPath(),
                    List.of(),
                    exit.filter(status -> status != 0).map(status -> new CodeError("ExitStatus", "" + status, "")));
        });
    }

    @Override
    public FileSlice read(String path, long offset, int length) {
        return alive(() -> files.read(path, offset, length));
    }

    @Override
    public long write(String path, InputStream content) {
        return alive(() -> {
            Path staged = file("staged");
            try {
                Files.copy(content, staged, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return files.write(path, staged);
        });
    }

    @Override
    public long writeAt(String path, long offset, byte[] content) {
        return alive(() -> {
            Path staged = file("staged");
            try {
                Files.write(staged, content);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return files.writeAt(path, offset, staged);
        });
    }

    @Override
    public void makeDirectory(String path) {
        alive(() -> files.makeDirectory(path));
    }

    @Override
    public void remove(String path) {
        alive(() -> files.remove(path));
    }

    @Override
    public FileListing list(String path, int limit) {
        return alive(() -> files.list(path, limit));
    }

    @Override
    public Optional<FileEntry> stat(String path) {
        return alive(() -> files.stat(path));
    }

    @Override
    public void close() {
        closed = true;
    }

    /** Whatever goes wrong because the directory vanishes under the work has this one reason. */
    private <T> T alive(Supplier<T> work) {
        if (closed) {
            throw new IllegalStateException("used after close");
        }
        if (!sandbox.alive()) {
            throw SandboxException.of(Situation.SANDBOX_NOT_FOUND);
        }
        try {
            return work.get();
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            throw sandbox.alive() ? e : SandboxException.of(Situation.SANDBOX_NOT_FOUND);
        }
    }

    private Process start(Command command, Path out, Path err) {
        Path cwd = files.host(command.cwd().orElse("."), "cwd");
        if (!Files.isDirectory(cwd)) {
            throw SandboxException.badArgument("cwd");
        }
        Path script = file("script");
        try {
            Files.writeString(script, command.line());
            var builder = new ProcessBuilder("setsid", "bash", "--noprofile", "-l", script.toString())
                    .directory(cwd.toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().put("HOME", files.host(".", "cwd").toString());
            builder.environment().putAll(sandbox.spec().envs());
            builder.environment().putAll(command.envs());
            var process = builder.start();
            sandbox.leads(process);
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Empty when it did not end in time; {@code killed}: its process group is dead then. */
    private Optional<Integer> await(Process process, Duration timeout, boolean killed) {
        try {
            CompletableFuture.anyOf(process.onExit(), sandbox.ended()).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            if (killed) {
                FakeShell.killGroup(process);
            }
            return Optional.empty();
        } catch (InterruptedException e) {
            FakeShell.killGroup(process);
            Thread.currentThread().interrupt();
            throw new CancellationException();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        if (sandbox.ended().isDone()) {
            FakeShell.killGroup(process);
            throw SandboxException.of(Situation.SANDBOX_NOT_FOUND);
        }
        return Optional.of(process.exitValue());
    }

    private Path file(String purpose) {
        try {
            return Files.createTempFile(sandbox.root(), purpose, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
