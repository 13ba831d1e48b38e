package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.ProviderId;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Everything a provider runs on, taken up at its start and let go at its end in reverse order. */
final class Machinery implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Machinery.class.getName());
    private static final Duration CLOSING = Duration.ofSeconds(10);
    private static final int BURIALS = 8;
    private static final int CLOSERS = 32;

    private final Holdings holdings = new Holdings();
    private final Host host;
    private final LaunchGate gate;
    private final ThreadPoolExecutor burials = buryingThreads();
    private final ScheduledThreadPoolExecutor timer = timerThread();
    private Cgroups cgroups = new Cgroups.None();
    private Launcher launcher;

    private Machinery(Host host) {
        this.host = host;
        this.gate = new LaunchGate(host.cores());
    }

    static Machinery start(ProviderId id, LocalSettings settings, Clock clock, Supervisor supervisor) {
        var machinery = new Machinery(Host.probe());
        boolean started = false;
        try {
            machinery.setUp(id, settings, clock, supervisor);
            started = true;
            return machinery;
        } catch (IOException e) {
            throw new StartFailure("the embedded provider could not be set up: " + e.getMessage(), e);
        } finally {
            if (!started) {
                machinery.close();
            }
        }
    }

    private void setUp(ProviderId id, LocalSettings settings, Clock clock, Supervisor supervisor) throws IOException {
        holdings.add("threads", () -> {
            timer.shutdownNow();
            burials.shutdown();
            return true;
        });
        RootDirectory root = RootDirectory.open(settings.root());
        holdings.add("root directory", () -> {
            root.close();
            return true;
        });
        var surroundings = new LocalSandbox.Surroundings(id, clock, timer, settings.orphanWindow());
        String boot = ProcessRecord.currentBoot();
        Cgroups found = CgroupDetection.detect(root.instance(), host.root());
        int left = new Sweep(root.path(), root.instance(), boot).run(found.bases());
        if (left > 0) {
            LOG.log(Level.INFO, "removed " + left + " sandboxes that a former server left");
        }
        SandboxDirectory.parent(root.path());
        Programs programs = Programs.unpack(root.path().resolve("bin"), supervisor);
        LOG.log(Level.INFO, "sandboxes are held by " + supervisor.description());
        EtcFiles etc = EtcFiles.write(root.path().resolve("etc"));
        var ground = new Launcher.Ground(
                root.path(),
                programs,
                new Bubblewrap(host.bubblewrap(), programs, etc),
                host.root() ? Optional.of(new UidPool(settings.uidBase(), root.instance())) : Optional.empty(),
                boot);
        var loop = new ControlLoop();
        holdings.add("control loop", () -> {
            loop.close();
            return true;
        });
        loop.start();
        holdings.add("control groups", () -> {
            cgroups.close();
            return true;
        });
        settleOn(found, candidate -> new Launcher(ground, candidate, loop, surroundings), settings);
    }

    private interface Trial {
        Launcher with(Cgroups cgroups);
    }

    /** The strongest limits that pass the self-test. */
    private void settleOn(Cgroups found, Trial trial, LocalSettings settings) {
        Optional<String> wrong = attempt(found, trial, settings.shape());
        if (wrong.isPresent() && found.limiting()) {
            LOG.log(Level.WARNING, "going on without control groups: " + wrong.get());
            found.close();
            wrong = attempt(new Cgroups.None(), trial, settings.shape());
        }
        if (wrong.isPresent()) {
            throw new StartFailure("sandboxes cannot be isolated on this machine: " + wrong.get());
        }
        if (!tier().meets(settings.minimumIsolation())) {
            throw new StartFailure("sandgate.local.minimum-isolation: "
                    + settings.minimumIsolation().word()
                    + " is asked for, this machine gives " + tier().word()
                    + " (control groups for memory, cpu and pids cannot be used)");
        }
    }

    private Optional<String> attempt(Cgroups candidate, Trial trial, Shape shape) {
        cgroups = candidate;
        launcher = trial.with(candidate);
        LocalSandbox sandbox = null;
        try {
            sandbox = launcher.launch(shape, undertaker());
            return SelfTest.of(sandbox);
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "self-test", e);
            return Optional.of(String.valueOf(e.getMessage()));
        } finally {
            if (sandbox != null) {
                sandbox.kill();
            }
        }
    }

    private LocalSandbox.Undertaker undertaker() {
        return new LocalSandbox.Undertaker() {
            @Override
            public void bury(Runnable end) {
                burials.execute(end);
            }

            @Override
            public void ended(LocalSandbox sandbox) {
                LOG.log(Level.DEBUG, "the self-test's sandbox has ended");
            }
        };
    }

    Host host() {
        return host;
    }

    LaunchGate gate() {
        return gate;
    }

    Launcher launcher() {
        return launcher;
    }

    ExecutorService burials() {
        return burials;
    }

    IsolationTier tier() {
        return cgroups.limiting() ? IsolationTier.NAMESPACES_CGROUPS : IsolationTier.NAMESPACES_RLIMITS;
    }

    String detail() {
        return tier().word() + " (" + cgroups.kind() + ", " + (host.root() ? "one host uid each" : "the server's user")
                + ")";
    }

    /** In parallel, and not for ever. */
    void endAll(Collection<LocalSandbox> sandboxes) {
        ExecutorService closers = Executors.newFixedThreadPool(CLOSERS, threads("close"));
        var ends = new ArrayList<java.util.concurrent.Callable<Object>>();
        for (LocalSandbox sandbox : sandboxes) {
            ends.add(Executors.callable(sandbox::kill));
        }
        try {
            List<?> results = closers.invokeAll(ends, CLOSING.toMillis(), TimeUnit.MILLISECONDS);
            LOG.log(Level.DEBUG, "ended sandboxes: " + results.size());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closers.shutdown();
        }
    }

    @Override
    public void close() {
        holdings.release();
    }

    private static ScheduledThreadPoolExecutor timerThread() {
        var timer = new ScheduledThreadPoolExecutor(1, threads("timer"));
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    private static ThreadPoolExecutor buryingThreads() {
        var pool = new ThreadPoolExecutor(
                BURIALS, BURIALS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads("end"));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory threads(String name) {
        return task -> {
            var thread = new Thread(task, "sandgate-local-" + name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
