package dev.sandgate.sandbox.port;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxId;
import dev.sandgate.sandbox.model.SandboxQuery;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.SandboxStatus;
import dev.sandgate.sandbox.model.Situation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A provider without walls: sandboxes are records, each with a directory of the host in which commands really run. It lives by a
 * manual clock, counts its calls, and can be made to fail or to wait at a gate. Passes {@link SandboxProviderContract}.
 */
public final class FakeProvider implements SandboxProvider, AutoCloseable {
    private static final Duration MEMORY_OF_ENDED = Duration.ofHours(1);

    /** The operations of the port, for counting, failing and holding. */
    public enum Operation {
        CREATE,
        FIND,
        LIST,
        SET_TIMEOUT,
        KILL,
        CONNECT
    }

    private final ManualClock clock;
    private final ProviderId id;
    private final Map<SandboxId, FakeSandbox> sandboxes = new ConcurrentHashMap<>();
    private final Map<Operation, AtomicInteger> calls = new EnumMap<>(Operation.class);
    private final Map<Operation, Failure> failures = new ConcurrentHashMap<>();
    private final Map<Operation, RuntimeException> defects = new ConcurrentHashMap<>();
    private final Map<Operation, Gate> gates = new ConcurrentHashMap<>();
    private final AtomicInteger serial = new AtomicInteger();

    public FakeProvider(ManualClock clock) {
        this(clock, "fake");
    }

    public FakeProvider(ManualClock clock, String id) {
        this.clock = clock;
        this.id = new ProviderId(id);
        for (Operation operation : Operation.values()) {
            calls.put(operation, new AtomicInteger());
        }
        clock.onAdvance(this::expire);
    }

    public ProviderId id() {
        return id;
    }

    /** How often the operation was asked for, failures included. */
    public int calls(Operation operation) {
        return calls.get(operation).get();
    }

    public int calls() {
        return calls.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    /** From now on the operation fails like this. */
    public void fail(Operation operation, Failure failure) {
        failures.put(operation, failure);
    }

    public void fail(Operation operation, Situation situation) {
        fail(operation, Failure.of(situation));
    }

    /** From now on the operation throws this, which a provider must not, and which says what nobody may hear. */
    public void breakWith(Operation operation, RuntimeException defect) {
        defects.put(operation, defect);
    }

    public void mend(Operation operation) {
        failures.remove(operation);
        defects.remove(operation);
    }

    /** From now on whoever asks for the operation waits at the gate first, then does it. */
    public Gate hold(Operation operation) {
        var gate = new Gate();
        gates.put(operation, gate);
        return gate;
    }

    /** The ids of those alive, oldest first. */
    public List<SandboxId> living() {
        return sandboxes.values().stream()
                .filter(FakeSandbox::alive)
                .sorted(Comparator.comparingInt(FakeSandbox::number))
                .map(FakeSandbox::id)
                .toList();
    }

    public SandboxSpec specOf(SandboxId sandbox) {
        return sandboxes.get(sandbox).spec();
    }

    /** As if its machine had died. */
    public void crash(SandboxId sandbox) {
        sandboxes.get(sandbox).end(SandboxStatus.ERROR, clock.instant());
    }

    /** As if the provider had been restarted with an empty memory. */
    public void forget(SandboxId sandbox) {
        crash(sandbox);
        sandboxes.remove(sandbox);
    }

    @Override
    public Sandbox create(SandboxSpec spec) {
        enter(Operation.CREATE);
        String template = spec.template().orElse("base");
        if (!List.of("base", "code-interpreter-v1").contains(template)) {
            throw SandboxException.badArgument("template");
        }
        if (!spec.region().orElse("local").equals("local")) {
            throw SandboxException.badArgument("region");
        }
        int number = serial.incrementAndGet();
        var sandbox = new FakeSandbox(new SandboxId("fake" + number), number, spec, clock.instant());
        sandboxes.put(sandbox.id(), sandbox);
        return sandbox.metadata(id);
    }

    @Override
    public Optional<Sandbox> find(SandboxId sandbox) {
        enter(Operation.FIND);
        return Optional.ofNullable(sandboxes.get(sandbox)).map(s -> s.metadata(id));
    }

    @Override
    public List<Sandbox> list(SandboxQuery query) {
        enter(Operation.LIST);
        var newestFirst = new ArrayList<>(sandboxes.values());
        newestFirst.sort(Comparator.comparingInt(FakeSandbox::number).reversed());
        return newestFirst.stream()
                .map(sandbox -> sandbox.metadata(id))
                .filter(sandbox -> query.status().isPresent()
                        ? sandbox.status() == query.status().get()
                        : !sandbox.status().terminal())
                .filter(sandbox -> query.region().isEmpty() || query.region().equals(sandbox.region()))
                .skip(query.offset())
                .limit(query.limit())
                .toList();
    }

    @Override
    public Sandbox setTimeout(SandboxId sandbox, Duration fromNow) {
        enter(Operation.SET_TIMEOUT);
        var found = living(sandbox);
        found.endAt(clock.instant().plus(fromNow));
        return found.metadata(id);
    }

    @Override
    public void kill(SandboxId sandbox) {
        enter(Operation.KILL);
        known(sandbox).end(SandboxStatus.STOPPED, clock.instant());
    }

    @Override
    public SandboxConnection connect(SandboxId sandbox) {
        enter(Operation.CONNECT);
        return new FakeConnection(living(sandbox));
    }

    /** Ends every sandbox and removes its directory. */
    @Override
    public void close() {
        sandboxes.values().forEach(sandbox -> sandbox.end(SandboxStatus.STOPPED, clock.instant()));
    }

    private void enter(Operation operation) {
        calls.get(operation).incrementAndGet();
        var gate = gates.get(operation);
        if (gate != null) {
            gate.enter();
        }
        var failure = failures.get(operation);
        if (failure != null) {
            throw new SandboxException(failure);
        }
        var defect = defects.get(operation);
        if (defect != null) {
            throw defect;
        }
    }

    private void expire() {
        Instant now = clock.instant();
        sandboxes.values().forEach(sandbox -> sandbox.expire(now));
        sandboxes.values().removeIf(sandbox -> sandbox.endedBefore(now.minus(MEMORY_OF_ENDED)));
    }

    private FakeSandbox known(SandboxId sandbox) {
        return Optional.ofNullable(sandboxes.get(sandbox))
                .orElseThrow(() -> SandboxException.of(Situation.SANDBOX_NOT_FOUND));
    }

    private FakeSandbox living(SandboxId sandbox) {
        return Optional.of(known(sandbox))
                .filter(FakeSandbox::alive)
                .orElseThrow(() -> SandboxException.of(Situation.SANDBOX_NOT_FOUND));
    }
}
