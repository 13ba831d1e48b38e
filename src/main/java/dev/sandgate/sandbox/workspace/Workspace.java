package dev.sandgate.sandbox.workspace;

import dev.sandgate.sandbox.model.CodeRequest;
import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.CommandResult;
import dev.sandgate.sandbox.model.OutputLimits;
import dev.sandgate.sandbox.port.SandboxConnection;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/** One sandbox, to be worked in. Thread-safe; holds nothing open between uses. */
public final class Workspace {
    /** What a file operation, or the connection to a sandbox, may take on top of what it was asked to take. */
    private static final Duration GRACE = Duration.ofMinutes(1);

    private final Supplier<SandboxConnection> connector;
    private final Usage usage;
    private final OutputLimits limits;

    public Workspace(Supplier<SandboxConnection> connector, Usage usage, OutputLimits limits) {
        this.connector = connector;
        this.usage = usage;
        this.limits = limits;
    }

    public CommandResult run(Command command) {
        return use(command.timeout(), connection -> connection.run(command, limits));
    }

    /** Also tells which files the code left in the home directory. */
    public CodeRun runCode(CodeRequest request) {
        return use(request.timeout(), connection -> {
            var before = HomeSnapshot.take(connection);
            var result = connection.runCode(request, limits);
            return new CodeRun(result, before.changesIn(connection));
        });
    }

    /**
     * Begins work that goes on after this use. Only the beginning counts as one: what has begun neither holds the sandbox nor
     * prolongs its life.
     *
     * @param beginning returns when the work has begun, and gives it a connection to open and to close
     */
    public <T> T begin(Function<Supplier<SandboxConnection>, T> beginning) {
        return usage.during(GRACE, () -> beginning.apply(connector));
    }

    public WorkspaceFiles files() {
        return new WorkspaceFiles(this);
    }

    <T> T use(Function<SandboxConnection, T> work) {
        return use(Duration.ZERO, work);
    }

    private <T> T use(Duration expected, Function<SandboxConnection, T> work) {
        return usage.during(expected.plus(GRACE), () -> {
            try (SandboxConnection connection = connector.get()) {
                return work.apply(connection);
            }
        });
    }
}
