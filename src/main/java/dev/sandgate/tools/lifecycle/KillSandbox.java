package dev.sandgate.tools.lifecycle;

import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.Card;
import dev.sandgate.mcp.tool.Describe;
import dev.sandgate.mcp.tool.Group;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.mcp.tool.Tool;
import dev.sandgate.sandbox.conversation.Conversations;
import dev.sandgate.sandbox.model.SandboxRef;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/** Ends a sandbox. */
@ApplicationScoped
public class KillSandbox implements Tool<KillSandbox.Arguments> {

    public record Arguments(
            @Describe("id, or provider:id; your default sandbox when left out")
            Optional<SandboxRef> sandboxId) {}

    public record Killed(boolean success, String sandboxId) {}

    private final Conversations conversations;

    @Inject
    public KillSandbox(Conversations conversations) {
        this.conversations = conversations;
    }

    @Override
    public Card card() {
        return Card.named("kill_sandbox", Group.LIFECYCLE)
                .saying(
                        "End a sandbox at once: its processes are killed and its files are lost. Ending it again is no error.")
                .returning(Killed.class)
                .asDestructive()
                .asIdempotent();
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        return Result.of(new Killed(true, conversations.of(context.caller()).kill(in.sandboxId())));
    }
}
