package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxId;
import dev.sandgate.sandbox.model.SandboxStatus;
import dev.sandgate.sandbox.model.Situation;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * One sandbox, and the one place where its life is decided: every change of status or end is made under this object's lock, so a
 * renewal that races with expiry leaves it either ended, or running with the new end. Thread-safe.
 */
final class LocalSandbox implements ControlChannel.Listener {
    static final String REGION = "local";

    private static final System.Logger LOG = System.getLogger(LocalSandbox.class.getName());
    /** The server ends sandboxes on time; the supervisor does it a little later, when there is no server. */
    private static final Duration SUPERVISOR_MARGIN = Duration.ofSeconds(2);

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** Who is told, once, that it has ended. */
    interface Undertaker {
        /** Runs the end of a sandbox where it may block. */
        void bury(Runnable end);

        void ended(LocalSandbox sandbox);
    }

    /** What a sandbox is made of. */
    record Parts(
            SandboxId id, Holdings holdings, ControlChannel channel, SandboxProcess process, Cgroups.Group group) {}

    private final Parts parts;
    private final Surroundings surroundings;
    private final Expiry expiry;
    private final Kernels kernels = new Kernels();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile Undertaker undertaker;
    private Shape shape;
    private SandboxStatus status = SandboxStatus.CREATING;
    private Tenancy tenancy = new Tenancy("base", Map.of());
    private Optional<Instant> startedAt = Optional.empty();
    private Optional<Instant> endAt = Optional.empty();

    /** What whoever asked for it wants it to be. */
    record Tenancy(String template, Map<String, String> envs) {}

    LocalSandbox(Parts parts, Shape shape, Surroundings surroundings, Undertaker undertaker) {
        this.parts = parts;
        this.shape = shape;
        this.surroundings = surroundings;
        this.undertaker = undertaker;
        this.expiry = new Expiry(surroundings.timer(), surroundings.clock(), this::due);
    }

    SandboxId id() {
        return parts.id;
    }

    ControlChannel channel() {
        return parts.channel;
    }

    Kernels kernels() {
        return kernels;
    }

    synchronized Map<String, String> envs() {
        return tenancy.envs;
    }

    /** It was made and answers; from now on its death is noticed. */
    void watch() {
        var unused = parts.process.exit().thenRun(this::vanished);
    }

    /** Becomes somebody's. SANDBOX_NOT_FOUND when it has died meanwhile. */
    synchronized Sandbox begin(Tenancy wanted, Shape limits, Duration life, Undertaker owner) throws IOException {
        if (status != SandboxStatus.CREATING || !parts.channel.connected()) {
            throw SandboxException.of(Situation.SANDBOX_NOT_FOUND);
        }
        if (!limits.equals(shape)) {
            parts.group.limit(limits);
            shape = limits;
        }
        tenancy = wanted;
        undertaker = owner;
        startedAt = Optional.of(expiry.now());
        status = SandboxStatus.RUNNING;
        return lease(life);
    }

    synchronized boolean healthy() {
        return status == SandboxStatus.CREATING && parts.channel.connected() && parts.process.alive();
    }

    synchronized boolean running() {
        return status == SandboxStatus.RUNNING;
    }

    synchronized Sandbox setTimeout(Duration fromNow) {
        if (status != SandboxStatus.RUNNING) {
            throw SandboxException.of(Situation.SANDBOX_NOT_FOUND);
        }
        return lease(fromNow);
    }

    private Sandbox lease(Duration life) {
        Instant end = expiry.now().plus(life);
        endAt = Optional.of(end);
        expiry.at(end);
        parts.channel.say(
                new FrameWriter(Frames.LEASE, 0).u64(supervisorMillis()).done());
        return view();
    }

    @Override
    public synchronized void greet(Consumer<ByteBuffer> say) {
        say.accept(new FrameWriter(Frames.WELCOME, 0)
                .u64(supervisorMillis())
                .u32((int) surroundings.orphanWindow().toMillis())
                .done());
    }

    private long supervisorMillis() {
        return endAt.map(end -> Math.max(
                        0,
                        Duration.between(expiry.now(), end)
                                .plus(SUPERVISOR_MARGIN)
                                .toMillis()))
                .orElse(-1L);
    }

    synchronized Sandbox view() {
        return new Sandbox(
                parts.id,
                surroundings.provider(),
                tenancy.template,
                status,
                Optional.of(REGION),
                startedAt,
                endAt,
                Optional.of(shape.cpu()),
                Optional.of(shape.memoryMb()),
                Optional.of(shape.diskMb()));
    }

    /** The appointment: ends it if its end has come, or makes a new one. */
    private synchronized void due() {
        if (status != SandboxStatus.RUNNING || endAt.isEmpty()) {
            return;
        }
        if (expiry.now().isBefore(endAt.get())) {
            expiry.at(endAt.get());
        } else if (startEnding()) {
            undertaker.bury(() -> finish(SandboxStatus.STOPPED));
        }
    }

    @Override
    public synchronized void broken() {
        if (startEnding()) {
            LOG.log(Level.WARNING, "sandbox " + parts.id + " does not answer and is ended");
            undertaker.bury(() -> finish(SandboxStatus.ERROR));
        }
    }

    private synchronized void vanished() {
        boolean onTime = endAt.isPresent() && !expiry.now().isBefore(endAt.get());
        if (startEnding()) {
            undertaker.bury(() -> finish(onTime ? SandboxStatus.STOPPED : SandboxStatus.ERROR));
        }
    }

    /** Ends it, or waits until whoever was first has. */
    void kill() {
        if (startEnding()) {
            finish(SandboxStatus.STOPPED);
            return;
        }
        try {
            ended.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } catch (TimeoutException e) {
            throw SandboxException.of(Situation.TIMED_OUT);
        } catch (ExecutionException e) {
            throw SandboxException.of(Situation.INTERNAL);
        }
    }

    /** True for the one caller who must {@link #finish}. */
    private synchronized boolean startEnding() {
        if (status == SandboxStatus.STOPPING || status.terminal()) {
            return false;
        }
        status = SandboxStatus.STOPPING;
        expiry.cancel();
        return true;
    }

    private void finish(SandboxStatus how) {
        boolean gone = false;
        try {
            parts.channel.close();
            gone = parts.holdings.release();
        } catch (IOException e) {
            LOG.log(Level.ERROR, "end of sandbox " + parts.id, e);
        } finally {
            synchronized (this) {
                status = gone ? how : SandboxStatus.ERROR;
                Instant now = expiry.now();
                endAt = Optional.of(endAt.filter(now::isAfter).orElse(now));
            }
            undertaker.ended(this);
            ended.complete(null);
        }
    }

    /** What all sandboxes of a provider share. */
    record Surroundings(
            ProviderId provider,
            java.time.Clock clock,
            java.util.concurrent.ScheduledExecutorService timer,
            Duration orphanWindow) {}
}
