package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.SandboxId;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Makes a sandbox out of a uid, a directory, control groups and a process: all of it, or nothing is left (B5). Thread-safe. */
final class Launcher {
    private static final System.Logger LOG = System.getLogger(Launcher.class.getName());
    private static final Duration START = Duration.ofSeconds(10);
    private static final String ID_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
    private static final int ID_LENGTH = 20;
    private static final int SECRET_LENGTH = 32;

    /**
     * What sandboxes of this instance are built on.
     *
     * @param uids empty where sandboxes run as the server's own user
     */
    record Ground(Path root, Programs programs, Bubblewrap walls, Optional<UidPool> uids, String boot) {}

    private final Ground ground;
    private final Cgroups cgroups;
    private final ControlLoop loop;
    private final LocalSandbox.Surroundings surroundings;
    private final SecureRandom random = new SecureRandom();

    Launcher(Ground ground, Cgroups cgroups, ControlLoop loop, LocalSandbox.Surroundings surroundings) {
        this.ground = ground;
        this.cgroups = cgroups;
        this.loop = loop;
        this.surroundings = surroundings;
    }

    /** A sandbox that answers and belongs to nobody yet. */
    LocalSandbox launch(Shape shape, LocalSandbox.Undertaker undertaker) throws IOException {
        var holdings = new Holdings();
        boolean done = false;
        try {
            LocalSandbox sandbox = build(shape, undertaker, holdings);
            done = true;
            return sandbox;
        } finally {
            if (!done) {
                holdings.release();
            }
        }
    }

    private LocalSandbox build(Shape shape, LocalSandbox.Undertaker undertaker, Holdings holdings) throws IOException {
        String id = newId();
        byte[] secret = new byte[SECRET_LENGTH];
        random.nextBytes(secret);
        Optional<Integer> uid = ground.uids.map(UidPool::take);
        uid.ifPresent(number -> holdings.add("uid", () -> {
            ground.uids.get().giveBack(number);
            return true;
        }));
        var directory = SandboxDirectory.create(ground.root, id);
        holdings.add("directory", () -> {
            directory.delete();
            return true;
        });
        var channel = new ControlChannel(loop, directory.socket(), uid, secret);
        holdings.add("control channel", () -> {
            channel.close();
            return true;
        });
        Cgroups.Group group = cgroups.create(id, shape);
        holdings.add("control groups", () -> CgroupDirectories.killAndRemove(group.directories()));
        var plan = new LaunchPlan(ground.walls, shape, directory.control())
                .runningAs(uid)
                .joining(group.joins())
                .proving(secret, surroundings.orphanWindow().toMillis());
        if (group.joins().isEmpty()) {
            plan.withProcessLimit(shape.pids());
        }
        var process = SandboxProcess.start(ground.programs.launcher());
        holdings.add("processes", process::awaitExit);
        var sandbox = new LocalSandbox(
                new LocalSandbox.Parts(new SandboxId(id), holdings, channel, process, group),
                shape,
                surroundings,
                undertaker);
        channel.open(sandbox);
        process.handOver(plan, surroundings.timer());
        new ProcessRecord(ground.boot, process.identities(), group.directories()).write(directory.record());
        awaitHello(channel, process);
        sandbox.watch();
        return sandbox;
    }

    private static void awaitHello(ControlChannel channel, SandboxProcess process) throws IOException {
        try {
            CompletableFuture.anyOf(channel.established(), process.exit()).get(START.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } catch (TimeoutException | ExecutionException e) {
            LOG.log(Level.DEBUG, "no hello", e);
        }
        if (!channel.connected()) {
            process.awaitExit();
            throw new IOException("the sandbox did not start: " + process.complaint());
        }
    }

    private String newId() {
        var id = new StringBuilder(ID_LENGTH);
        for (int i = 0; i < ID_LENGTH; i++) {
            id.append(ID_LETTERS.charAt(random.nextInt(ID_LETTERS.length())));
        }
        return id.toString();
    }
}
