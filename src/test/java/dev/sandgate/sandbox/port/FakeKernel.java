package dev.sandgate.sandbox.port;

import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A bash that keeps its state between pieces of code. One piece at a time. */
final class FakeKernel implements AutoCloseable {
    private final FakeSandbox sandbox;
    private final Process bash;
    private final BufferedReader answers;

    FakeKernel(FakeSandbox sandbox) {
        this.sandbox = sandbox;
        var builder = new ProcessBuilder("setsid", "bash", "--noprofile", "--norc")
                .directory(sandbox.root().resolve("home/user").toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(sandbox.spec().envs());
        try {
            bash = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        answers = bash.inputReader(StandardCharsets.UTF_8);
    }

    boolean alive() {
        return bash.isAlive();
    }

    /** The exit status of the code; empty when it did not end in time, and the kernel with it. */
    synchronized Optional<Integer> run(String code, Duration timeout, Path out, Path err) {
        try {
            Path source = Files.createTempFile(sandbox.root(), "code", ".sh");
            Files.writeString(source, code);
            var to = bash.outputWriter(StandardCharsets.UTF_8);
            to.write(". '" + source + "' >'" + out + "' 2>'" + err + "' </dev/null; echo $?\n");
            to.flush();
            var answer = CompletableFuture.supplyAsync(this::answer);
            CompletableFuture.anyOf(answer, sandbox.ended()).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (sandbox.ended().isDone()) {
                throw SandboxException.of(Situation.SANDBOX_NOT_FOUND);
            }
            return Optional.of(Integer.parseInt(answer.join()));
        } catch (TimeoutException e) {
            close();
            return Optional.empty();
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new CancellationException();
        } catch (IOException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private String answer() {
        try {
            return Optional.ofNullable(answers.readLine()).orElse("137");
        } catch (IOException e) {
            return "137";
        }
    }

    @Override
    public void close() {
        FakeShell.killGroup(bash);
        bash.onExit().join();
    }
}
