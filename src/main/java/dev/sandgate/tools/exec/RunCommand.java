package dev.sandgate.tools.exec;

import dev.sandgate.mcp.tool.AsTask;
import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.Card;
import dev.sandgate.mcp.tool.Default;
import dev.sandgate.mcp.tool.Describe;
import dev.sandgate.mcp.tool.Group;
import dev.sandgate.mcp.tool.OmitWhenEmpty;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.mcp.tool.Tool;
import dev.sandgate.sandbox.conversation.Conversations;
import dev.sandgate.sandbox.conversation.Use;
import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.CommandResult;
import dev.sandgate.sandbox.model.SandboxRef;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs a shell command line in a sandbox and waits for it. */
@ApplicationScoped
public class RunCommand implements Tool<RunCommand.Arguments> {

    public record Arguments(
            @Describe("a shell command line, run by bash") @NotBlank @Size(max = 100_000)
            String command,

            @Describe("id, or provider:id; your default sandbox when left out")
            Optional<SandboxRef> sandboxId,

            @Describe("working directory; the home directory /home/user when left out, and a relative one starts there")
            Optional<@Size(min = 1, max = 4096) String> cwd,

            @Describe("environment variables of this command, added to the sandbox's own")
            @Default("{}")
            @Size(max = 200)
            Map<@Pattern(regexp = "[A-Za-z_][A-Za-z0-9_]{0,254}") String, @Size(max = 32_768) String> envs,

            @Describe("seconds after which the command and its children are killed") @Min(1) @Max(3600) @Default("60")
            int timeout) {}

    public record Ended(
            String sandboxId,
            String stdout,
            String stderr,

            @Describe("128 + n when killed by signal n; null after a timeout")
            Optional<Integer> exitCode,

            boolean timedOut,

            @Describe("the middle of a long output is left out; all of it is in full_output_path")
            boolean truncated,

            @Describe("bytes printed in truth") long stdoutBytes,
            long stderrBytes,

            @OmitWhenEmpty @Describe("file in the sandbox with the whole output of both streams")
            Optional<String> fullOutputPath,

            @OmitWhenEmpty Optional<String> notice) {

        static Ended of(CommandResult result, Use use) {
            return new Ended(
                    use.sandboxId(),
                    result.stdout().text(),
                    result.stderr().text(),
                    result.exitCode(),
                    result.timedOut(),
                    result.truncated(),
                    result.stdout().bytes(),
                    result.stderr().bytes(),
                    result.fullOutputPath(),
                    use.notice());
        }
    }

    private final Conversations conversations;

    @Inject
    public RunCommand(Conversations conversations) {
        this.conversations = conversations;
    }

    @Override
    public Card card() {
        return Card.named("run_command", Group.EXEC)
                .saying(
                        "Run a shell command in a sandbox and wait for it. Each call is a new process with empty input: working"
                                + " directory and variables do not carry over, files do. A non-zero exit code or a timeout is an ordinary"
                                + " result. Output over the cap keeps its head and tail, with truncated set. Creates your default sandbox"
                                + " when there is none.")
                .returning(Ended.class)
                .asDestructive()
                .asOpenWorld()
                .asTask(AsTask.OFFERED);
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        var command = new Command(in.command(), in.cwd(), in.envs(), Duration.ofSeconds(in.timeout()));
        var use = conversations.of(context.caller()).use(in.sandboxId());
        var result = use.workspace().run(command);
        return Result.of(Ended.of(result, use), FileLinks.to(use, result.fullOutputPath(), List.of()));
    }
}
