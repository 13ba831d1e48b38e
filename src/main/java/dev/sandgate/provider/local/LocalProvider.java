package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxId;
import dev.sandgate.sandbox.model.SandboxQuery;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.SandboxConnection;
import dev.sandgate.sandbox.port.SandboxProvider;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Sandboxes on this machine. Thread-safe. Made by {@link #start}, which takes the root directory for itself, sweeps, tests and
 * reports the isolation it reached; {@link #close} ends every sandbox.
 */
public final class LocalProvider implements SandboxProvider, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LocalProvider.class.getName());
    private static final Duration STARTING = Duration.ofSeconds(5);
    private static final String DEFAULT_TEMPLATE = "base";
    private static final Set<String> TEMPLATES = Set.of(DEFAULT_TEMPLATE, "code-interpreter-v1", "browser");

    private final LocalSettings settings;
    private final Machinery machinery;
    private final Census census;
    private final WarmPool pool;
    private final LocalSandbox.Undertaker undertaker = new CensusUndertaker();
    private volatile boolean closed;

    private LocalProvider(LocalSettings settings, Machinery machinery, Clock clock) {
        this.settings = settings;
        this.machinery = machinery;
        this.census = new Census(clock, settings.maxSandboxes());
        this.pool = new WarmPool(
                settings.warmPool(),
                dead -> machinery.launcher().launch(settings.shape(), dead),
                machinery.gate(),
                machinery.burials());
    }

    /** @throws StartFailure with one line for the operator */
    public static LocalProvider start(ProviderId id, LocalSettings settings, Clock clock) {
        return start(id, settings, clock, Supervisor.packaged());
    }

    static LocalProvider start(ProviderId id, LocalSettings settings, Clock clock, Supervisor supervisor) {
        var provider = new LocalProvider(settings, Machinery.start(id, settings, clock, supervisor), clock);
        provider.pool.start();
        return provider;
    }

    /** What the self-test at the start found. */
    public IsolationTier isolation() {
        return machinery.tier();
    }

    /** The tier and how it is reached, in a few words for an operator. */
    public String isolationDetail() {
        return machinery.detail();
    }

    @Override
    public Sandbox create(SandboxSpec spec) {
        var tenancy = new LocalSandbox.Tenancy(template(spec), Envs.checked(spec.envs()));
        if (spec.region().filter(region -> !region.equals(LocalSandbox.REGION)).isPresent()) {
            throw SandboxException.badArgument("region");
        }
        Shape shape = settings.shape()
                .with(spec.cpu().orElse(settings.cpu()), spec.memoryMb().orElse(settings.memoryMb()));
        machinery.host().check(spec);
        checkOpen();
        census.reserve();
        boolean born = false;
        try {
            Sandbox sandbox = acquire(tenancy, shape, spec.timeout());
            born = true;
            return sandbox;
        } finally {
            if (!born) {
                census.giveUp();
            }
        }
    }

    private void checkOpen() {
        if (closed) {
            throw SandboxException.of(Situation.PROVIDER_UNAVAILABLE);
        }
    }

    private static String template(SandboxSpec spec) {
        String template = spec.template().orElse(DEFAULT_TEMPLATE);
        if (!TEMPLATES.contains(template)) {
            throw SandboxException.badArgument("template");
        }
        return template;
    }

    private Sandbox acquire(LocalSandbox.Tenancy tenancy, Shape shape, Duration life) {
        Optional<LocalSandbox> warm = pool.take();
        while (warm.isPresent()) {
            try {
                return begin(warm.get(), tenancy, shape, life);
            } catch (SandboxException | IOException e) {
                LOG.log(Level.DEBUG, "a pooled sandbox could not be used", e);
            }
            warm = pool.take();
        }
        machinery.gate().enter();
        try {
            checkOpen();
            return begin(machinery.launcher().launch(shape, undertaker), tenancy, shape, life);
        } catch (IOException e) {
            var reason = new LaunchFailure(e);
            LOG.log(Level.WARNING, reason.line());
            throw new SandboxException(reason.told());
        } finally {
            machinery.gate().leave();
        }
    }

    private Sandbox begin(LocalSandbox sandbox, LocalSandbox.Tenancy tenancy, Shape shape, Duration life)
            throws IOException {
        boolean begun = false;
        try {
            Sandbox answer = sandbox.begin(tenancy, shape, life, undertaker);
            census.born(sandbox);
            begun = true;
            if (closed) {
                sandbox.kill();
            }
            return answer;
        } finally {
            if (!begun) {
                sandbox.kill();
            }
        }
    }

    @Override
    public Optional<Sandbox> find(SandboxId id) {
        return census.find(id);
    }

    @Override
    public List<Sandbox> list(SandboxQuery query) {
        boolean elsewhere = query.region()
                .filter(region -> !region.equals(LocalSandbox.REGION))
                .isPresent();
        return elsewhere ? List.of() : census.list(query);
    }

    @Override
    public Sandbox setTimeout(SandboxId id, Duration fromNow) {
        return living(id).setTimeout(fromNow);
    }

    @Override
    public void kill(SandboxId id) {
        Optional<LocalSandbox> sandbox = census.living(id);
        if (sandbox.isPresent()) {
            sandbox.get().kill();
        } else if (census.ended(id).isEmpty()) {
            throw SandboxException.of(Situation.SANDBOX_NOT_FOUND);
        }
    }

    @Override
    public SandboxConnection connect(SandboxId id) {
        LocalSandbox sandbox = living(id);
        if (!sandbox.running()) {
            throw SandboxException.of(Situation.SANDBOX_NOT_FOUND);
        }
        return new LocalConnection(sandbox);
    }

    private LocalSandbox living(SandboxId id) {
        return census.living(id).orElseThrow(() -> new SandboxException(Failure.of(Situation.SANDBOX_NOT_FOUND)));
    }

    /** Ends all sandboxes, in parallel, and lets go of the machine. Bounded. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        machinery.gate().awaitQuiet(STARTING);
        var all = new ArrayList<>(pool.drain());
        all.addAll(census.living());
        machinery.endAll(all);
        machinery.close();
    }

    /** An owned sandbox that ends leaves the living. */
    private final class CensusUndertaker implements LocalSandbox.Undertaker {
        @Override
        public void bury(Runnable end) {
            machinery.burials().execute(end);
        }

        @Override
        public void ended(LocalSandbox sandbox) {
            census.died(sandbox);
        }
    }
}
