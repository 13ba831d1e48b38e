package dev.sandgate.sandbox.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sandgate.sandbox.model.CodeRequest;
import dev.sandgate.sandbox.model.CodeResult;
import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.CommandEnd;
import dev.sandgate.sandbox.model.CommandResult;
import dev.sandgate.sandbox.model.FileEntry;
import dev.sandgate.sandbox.model.FileListing;
import dev.sandgate.sandbox.model.FileSlice;
import dev.sandgate.sandbox.model.OutputLimits;
import dev.sandgate.sandbox.model.StandardStream;
import dev.sandgate.sandbox.port.CommandListener;
import dev.sandgate.sandbox.port.SandboxConnection;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A connection over which one program runs that does what the test says, when it says so. */
final class ScriptedProgram implements SandboxConnection {
    private final LinkedBlockingQueue<Step> steps = new LinkedBlockingQueue<>();
    private volatile boolean closed;

    private record Step(Function<CommandListener, Optional<CommandEnd>> action, CompletableFuture<Void> done) {}

    static ScriptedProgram running() {
        var program = new ScriptedProgram();
        program.later(listener -> {
            listener.started();
            return Optional.empty();
        });
        return program;
    }

    /** Returns when it has been heard. */
    void prints(String text) {
        prints(text.getBytes(UTF_8));
    }

    void prints(byte... bytes) {
        join(later(listener -> {
            listener.output(StandardStream.STDOUT, bytes);
            return Optional.empty();
        }));
    }

    void exits(int code) {
        later(listener -> Optional.of(new CommandEnd(Optional.of(code), false)));
    }

    void runsOutOfTime() {
        later(listener -> Optional.of(new CommandEnd(Optional.empty(), true)));
    }

    void fails(RuntimeException failure) {
        later(listener -> {
            throw failure;
        });
    }

    boolean closed() {
        return closed;
    }

    private CompletableFuture<Void> later(Function<CommandListener, Optional<CommandEnd>> action) {
        var step = new Step(action, new CompletableFuture<>());
        steps.add(step);
        return step.done;
    }

    private static void join(CompletableFuture<Void> done) {
        done.orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Override
    public CommandEnd stream(Command command, CommandListener listener) {
        try {
            while (true) {
                Step step = steps.take();
                Optional<CommandEnd> end = step.action.apply(listener);
                step.done.complete(null);
                if (end.isPresent()) {
                    return end.get();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException();
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public CommandResult run(Command command, OutputLimits limits) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CodeResult runCode(CodeRequest request, OutputLimits limits) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSlice read(String path, long offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long write(String path, InputStream content) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long writeAt(String path, long offset, byte[] content) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileListing list(String path, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<FileEntry> stat(String path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void makeDirectory(String path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void remove(String path) {
        throw new UnsupportedOperationException();
    }
}
