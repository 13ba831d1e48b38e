package dev.sandgate.tools.task;

import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.Card;
import dev.sandgate.mcp.tool.Describe;
import dev.sandgate.mcp.tool.Group;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.mcp.tool.Tool;
import dev.sandgate.sandbox.model.TaskId;
import dev.sandgate.sandbox.model.TaskStatus;
import dev.sandgate.sandbox.task.Tasks;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Ends a task. */
@ApplicationScoped
public class CancelTask implements Tool<CancelTask.Arguments> {

    public record Arguments(@Describe("from start_task") TaskId taskId) {}

    public record Ended(
            boolean success,
            TaskId taskId,

            @Describe("cancelled, or how it had ended before")
            TaskStatus status) {}

    private final Tasks tasks;

    @Inject
    public CancelTask(Tasks tasks) {
        this.tasks = tasks;
    }

    @Override
    public Card card() {
        return Card.named("cancel_task", Group.TASK)
                .saying(
                        "End a background task: its program and all children in its process group are killed. Its output stays readable"
                                + " for a while. A task that has ended already stays as it is.")
                .returning(Ended.class)
                .asDestructive()
                .asIdempotent();
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        var state = tasks.cancel(context.caller().tenant(), in.taskId());
        return Result.of(new Ended(state.finishedAt().isPresent(), state.id(), state.status()));
    }
}
