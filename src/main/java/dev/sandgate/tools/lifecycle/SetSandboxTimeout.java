package dev.sandgate.tools.lifecycle;

import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.Card;
import dev.sandgate.mcp.tool.Describe;
import dev.sandgate.mcp.tool.Group;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.mcp.tool.Tool;
import dev.sandgate.sandbox.conversation.Conversations;
import dev.sandgate.sandbox.lifecycle.Lifecycle;
import dev.sandgate.sandbox.lifecycle.SandboxAddress;
import dev.sandgate.sandbox.model.SandboxRef;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.Optional;

/** Sets when a sandbox ends, and how far later uses prolong it (L6, L7). */
@ApplicationScoped
public class SetSandboxTimeout implements Tool<SetSandboxTimeout.Arguments> {

    public record Arguments(
            @Describe("seconds from now until it ends; may be sooner than now planned") @NotNull @Min(1) @Max(86_400)
            Integer timeout,

            @Describe("id, or provider:id; your default sandbox when left out")
            Optional<SandboxRef> sandboxId) {}

    public record Changed(boolean success, String sandboxId, int timeout) {}

    private final Conversations conversations;
    private final Lifecycle lifecycle;

    @Inject
    public SetSandboxTimeout(Conversations conversations, Lifecycle lifecycle) {
        this.conversations = conversations;
        this.lifecycle = lifecycle;
    }

    @Override
    public Card card() {
        return Card.named("set_sandbox_timeout", Group.LIFECYCLE)
                .saying(
                        "Set a sandbox's remaining life to so many seconds from now. It may shorten it. For a sandbox of your own, later"
                                + " uses prolong it by the same time. Creates nothing: without a default sandbox it fails.")
                .returning(Changed.class)
                .asIdempotent();
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        var sandbox = conversations.of(context.caller()).setTimeout(in.sandboxId(), Duration.ofSeconds(in.timeout()));
        return Result.of(new Changed(true, lifecycle.nameOf(SandboxAddress.of(sandbox)), in.timeout()));
    }
}
