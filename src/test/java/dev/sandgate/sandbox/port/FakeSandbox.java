package dev.sandgate.sandbox.port;

import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxId;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.SandboxStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One sandbox of the fake: its record, and a directory that is made at the first use and removed at its end. */
final class FakeSandbox {
    private final SandboxId id;
    private final int number;
    private final SandboxSpec spec;
    private final Instant startedAt;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final List<Process> groups = new ArrayList<>();
    private SandboxStatus status = SandboxStatus.RUNNING;
    private Instant endAt;
    private Path root;
    private FakeKernel kernel;

    FakeSandbox(SandboxId id, int number, SandboxSpec spec, Instant startedAt) {
        this.id = id;
        this.number = number;
        this.spec = spec;
        this.startedAt = startedAt;
        this.endAt = startedAt.plus(spec.timeout());
    }

    SandboxId id() {
        return id;
    }

    int number() {
        return number;
    }

    SandboxSpec spec() {
        return spec;
    }

    /** Completes when the sandbox ends. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    synchronized boolean alive() {
        return !status.terminal();
    }

    synchronized void endAt(Instant end) {
        endAt = end;
    }

    synchronized void expire(Instant now) {
        if (alive() && !endAt.isAfter(now)) {
            end(SandboxStatus.STOPPED, endAt);
        }
    }

    synchronized boolean endedBefore(Instant limit) {
        return status.terminal() && endAt.isBefore(limit);
    }

    void end(SandboxStatus how, Instant when) {
        synchronized (this) {
            if (status.terminal()) {
                return;
            }
            status = how;
            endAt = when;
            if (kernel != null) {
                kernel.close();
            }
        }
        ended.complete(null);
        removeRoot();
    }

    synchronized Sandbox metadata(ProviderId provider) {
        return new Sandbox(
                id,
                provider,
                spec.template().orElse("base"),
                status,
                Optional.of("local"),
                Optional.of(startedAt),
                Optional.of(endAt),
                Optional.of(spec.cpu().orElse(2)),
                Optional.of(spec.memoryMb().orElse(2048)),
                Optional.empty());
    }

    /** The directory that stands for {@code /}. */
    synchronized Path root() {
        if (root == null) {
            try {
                root = Files.createTempDirectory("fake-sandbox-");
                Files.createDirectories(root.resolve("home/user"));
                Files.createDirectories(root.resolve("tmp"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return root;
    }

    synchronized FakeKernel kernel() {
        if (kernel == null || !kernel.alive()) {
            kernel = new FakeKernel(this);
        }
        return kernel;
    }

    /** The process leads a group that shall not outlive the sandbox. */
    synchronized void leads(Process process) {
        groups.add(process);
    }

    private synchronized void removeRoot() {
        groups.forEach(FakeShell::killGroup);
        if (root != null) {
            FakeShell.remove(root);
        }
    }
}
