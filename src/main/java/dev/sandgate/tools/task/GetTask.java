package dev.sandgate.tools.task;

import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.Called;
import dev.sandgate.mcp.tool.Card;
import dev.sandgate.mcp.tool.Default;
import dev.sandgate.mcp.tool.Describe;
import dev.sandgate.mcp.tool.Group;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.mcp.tool.WaitingTool;
import dev.sandgate.sandbox.model.TaskId;
import dev.sandgate.sandbox.model.TaskStatus;
import dev.sandgate.sandbox.task.OutputPiece;
import dev.sandgate.sandbox.task.TaskQuery;
import dev.sandgate.sandbox.task.TaskReading;
import dev.sandgate.sandbox.task.TaskState;
import dev.sandgate.sandbox.task.Tasks;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Reads a task's status and output, waiting for news when asked to. */
@ApplicationScoped
public class GetTask implements WaitingTool<GetTask.Arguments> {

    public record Arguments(
            @Describe("from start_task") TaskId taskId,

            @Describe("byte of the output to read from: next_cursor of the reading before") @Min(0) @Default("0")
            long cursor,

            @Called("wait")
            @Describe("seconds to wait for output past the cursor or for the end of the task")
            @Min(0)
            @Max(50)
            @Default("0")
            int patience,

            @Describe("bytes of output to return at most") @Min(1) @Max(1_048_576) @Default("65536")
            int limit) {}

    public record Seen(
            TaskId taskId,
            String sandboxId,

            @Describe("cancelled: on request, or ended with its sandbox; lost: how it ended is not known")
            TaskStatus status,

            @Describe("128 + n when killed by signal n; null unless status is exited")
            Optional<Integer> exitCode,

            Instant startedAt,
            Optional<Instant> finishedAt,

            @Describe("both streams, in order") String output,

            @Describe("the cursor to read on with") long nextCursor,

            @Describe("the output goes on and can be read now")
            boolean more,

            @Describe("bytes after the cursor that were printed before this output and are not kept any more")
            long droppedBytes) {

        static Seen of(TaskReading reading) {
            TaskState state = reading.state();
            OutputPiece piece = reading.piece();
            return new Seen(
                    state.id(),
                    state.sandboxId(),
                    state.status(),
                    state.exitCode(),
                    state.startedAt(),
                    state.finishedAt(),
                    piece.text(),
                    piece.nextCursor(),
                    piece.more(),
                    piece.droppedBytes());
        }
    }

    private final Tasks tasks;

    @Inject
    public GetTask(Tasks tasks) {
        this.tasks = tasks;
    }

    @Override
    public Card card() {
        return Card.named("get_task", Group.TASK)
                .saying(
                        "Get the status of a background task and its output from a cursor on. Pass next_cursor as cursor the next time"
                                + " and nothing is lost or repeated, from whatever connection. With wait it answers as soon as there is new"
                                + " output or the task has ended. exit_code is null until the program has really exited.")
                .returning(Seen.class)
                .asReadOnly();
    }

    @Override
    public CompletableFuture<Result> begin(Arguments in, CallContext context) {
        var query = new TaskQuery(in.cursor(), in.limit(), Duration.ofSeconds(in.patience()));
        var reading = tasks.read(context.caller().tenant(), in.taskId(), query);
        var result = reading.thenApply(read -> Result.of(Seen.of(read)));
        var unused = result.whenComplete((given, thrown) -> reading.cancel(false));
        return result;
    }
}
