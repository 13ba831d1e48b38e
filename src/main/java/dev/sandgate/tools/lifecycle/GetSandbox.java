package dev.sandgate.tools.lifecycle;

import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.Card;
import dev.sandgate.mcp.tool.Describe;
import dev.sandgate.mcp.tool.Group;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.mcp.tool.Tool;
import dev.sandgate.sandbox.conversation.Conversations;
import dev.sandgate.sandbox.lifecycle.Lifecycle;
import dev.sandgate.sandbox.model.SandboxRef;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/** Shows a sandbox (L3). */
@ApplicationScoped
public class GetSandbox implements Tool<GetSandbox.Arguments> {

    public record Arguments(
            @Describe("id, or provider:id; your default sandbox when left out")
            Optional<SandboxRef> sandboxId) {}

    private final Conversations conversations;
    private final Lifecycle lifecycle;

    @Inject
    public GetSandbox(Conversations conversations, Lifecycle lifecycle) {
        this.conversations = conversations;
        this.lifecycle = lifecycle;
    }

    @Override
    public Card card() {
        return Card.named("get_sandbox", Group.LIFECYCLE)
                .saying(
                        "Show a sandbox's newest metadata: status, when it started, when it ends (ISO 8601), its resources; null"
                                + " where unknown. Creates and prolongs nothing: without a default sandbox it fails.")
                .returning(Metadata.class)
                .asReadOnly();
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        return Result.of(Metadata.of(conversations.of(context.caller()).get(in.sandboxId()), lifecycle));
    }
}
