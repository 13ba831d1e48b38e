package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.CodeRequest;
import dev.sandgate.sandbox.model.CodeResult;
import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.CommandEnd;
import dev.sandgate.sandbox.model.CommandResult;
import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.FileEntry;
import dev.sandgate.sandbox.model.FileListing;
import dev.sandgate.sandbox.model.FileSlice;
import dev.sandgate.sandbox.model.OutputLimits;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.CommandListener;
import dev.sandgate.sandbox.port.SandboxConnection;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a caller can do in a sandbox. Holds nothing of its own, so closing it is nothing either. */
final class LocalConnection implements SandboxConnection {
    private static final String HOME = "/home/user";

    private final LocalSandbox sandbox;
    private final Operations operations;
    private final LocalFiles files;

    LocalConnection(LocalSandbox sandbox) {
        this.sandbox = sandbox;
        this.operations = new Operations(sandbox.channel());
        this.files = new LocalFiles(operations);
    }

    @Override
    public CommandResult run(Command command, OutputLimits limits) {
        Reply.Ran ran = operations.run(start(command), limits);
        return new CommandResult(
                OutputText.of(ran.out()), OutputText.of(ran.err()), exit(ran), ran.timedOut(), ran.spill());
    }

    @Override
    public CommandEnd stream(Command command, CommandListener listener) {
        Reply.Ran ran = operations.stream(start(command), listener);
        return new CommandEnd(exit(ran), ran.timedOut());
    }

    private Operations.Start start(Command command) {
        if (command.line().indexOf('\0') >= 0) {
            throw SandboxException.badArgument("command");
        }
        return new Operations.Start(
                command.cwd().map(LocalConnection::checkedCwd).orElse(HOME),
                List.of("/bin/bash", "-l", "-c", command.line()),
                Envs.assignments(sandbox.envs(), command.envs()),
                command.timeout());
    }

    private static Optional<Integer> exit(Reply.Ran ran) {
        return ran.timedOut() || ran.exit() < 0 ? Optional.empty() : Optional.of(ran.exit());
    }

    @Override
    public CodeResult runCode(CodeRequest request, OutputLimits limits) {
        Interpreters interpreter = Interpreters.of(request.language());
        byte[] bytes = interpreter.request(request.code());
        if (bytes.length > Frames.MAX_STAGED) {
            throw new SandboxException(Failure.of(Situation.TOO_LARGE).at("code"));
        }
        var start = new Operations.Start(
                HOME, interpreter.argv(), Envs.assignments(sandbox.envs(), Map.of()), request.timeout());
        String kernel = interpreter.kernel();
        try {
            return result(
                    interpreter,
                    sandbox.kernels()
                            .inTurn(kernel, request.timeout(), () -> operations.eval(kernel, start, limits, bytes)));
        } catch (SandboxException e) {
            throw e.failure().situation() == Situation.UNSUPPORTED
                            && e.failure().subject().isEmpty()
                    ? interpreter.missing()
                    : e;
        }
    }

    private static CodeResult result(Interpreters interpreter, Reply.Ran ran) {
        Interpreters.Answer answer = ran.kernelDied()
                ? Interpreters.died(ran.exit())
                : ran.response().length == 0
                        ? new Interpreters.Answer(List.of(), Optional.empty(), false)
                        : interpreter.answer(ran.response());
        return new CodeResult(
                OutputText.of(ran.out()),
                OutputText.of(ran.err()),
                ran.timedOut() ? Optional.empty() : Optional.of(answer.error().isPresent() ? 1 : 0),
                ran.timedOut(),
                ran.spill(),
                answer.results(),
                answer.error());
    }

    @Override
    public FileSlice read(String path, long offset, int length) {
        return files.read(new SandboxPath(path), offset, length);
    }

    @Override
    public long write(String path, InputStream content) {
        return files.write(new SandboxPath(path), content);
    }

    @Override
    public long writeAt(String path, long offset, byte[] content) {
        return files.writeAt(new SandboxPath(path), offset, content);
    }

    @Override
    public void makeDirectory(String path) {
        files.makeDirectory(new SandboxPath(path));
    }

    @Override
    public void remove(String path) {
        files.remove(new SandboxPath(path));
    }

    @Override
    public FileListing list(String path, int limit) {
        return files.list(new SandboxPath(path), limit);
    }

    @Override
    public Optional<FileEntry> stat(String path) {
        return files.stat(new SandboxPath(path));
    }

    private static String checkedCwd(String cwd) {
        if (cwd.isEmpty() || cwd.indexOf('\0') >= 0) {
            throw SandboxException.badArgument("cwd");
        }
        return cwd;
    }

    @Override
    public void close() {}
}
