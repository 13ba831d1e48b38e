package dev.sandgate.tools.task;

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
import dev.sandgate.sandbox.model.SandboxRef;
import dev.sandgate.sandbox.model.TaskId;
import dev.sandgate.sandbox.model.TaskStatus;
import dev.sandgate.sandbox.task.TaskOrder;
import dev.sandgate.sandbox.task.TaskState;
import dev.sandgate.sandbox.task.Tasks;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Starts a shell command line in a sandbox and does not wait for it. */
@ApplicationScoped
public class StartTask implements Tool<StartTask.Arguments> {

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

            @Describe(
                    "seconds after which the command and its children are killed; when left out it may run as long as its"
                            + " sandbox lives")
            Optional<@Min(1) @Max(86_400) Integer> timeout) {}

    public record Started(
            TaskId taskId,
            String sandboxId,
            TaskStatus status,
            Instant startedAt,

            @OmitWhenEmpty Optional<String> notice) {

        static Started of(TaskState state, Use use) {
            return new Started(state.id(), use.sandboxId(), state.status(), state.startedAt(), use.notice());
        }
    }

    private final Conversations conversations;
    private final Tasks tasks;

    @Inject
    public StartTask(Conversations conversations, Tasks tasks) {
        this.conversations = conversations;
        this.tasks = tasks;
    }

    @Override
    public Card card() {
        return Card.named("start_task", Group.TASK)
                .saying(
                        "Start a shell command in the background, for servers and long jobs, and get its task_id at once. Follow it"
                                + " with get_task, end it with cancel_task. It is a new process with empty input. It does not keep its sandbox"
                                + " alive: when the sandbox ends, so does the task; give a long job a sandbox with a long timeout. Creates your"
                                + " default sandbox when there is none.")
                .returning(Started.class)
                .asDestructive()
                .asOpenWorld();
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        var timeout = in.timeout().map(Duration::ofSeconds).orElse(Command.NO_TIMEOUT);
        var command = new Command(in.command(), in.cwd(), in.envs(), timeout);
        var use = conversations.of(context.caller()).use(in.sandboxId());
        var order = new TaskOrder(context.caller().tenant(), use.sandboxId(), command);
        var state = use.workspace().begin(connector -> tasks.start(order, connector));
        return Result.of(Started.of(state, use));
    }
}
