package dev.sandgate.tools.files;

import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.Card;
import dev.sandgate.mcp.tool.Describe;
import dev.sandgate.mcp.tool.Group;
import dev.sandgate.mcp.tool.OmitWhenEmpty;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.mcp.tool.Tool;
import dev.sandgate.sandbox.conversation.Conversations;
import dev.sandgate.sandbox.model.SandboxRef;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.Optional;

/** Makes a directory in a sandbox. */
@ApplicationScoped
public class MakeDirectory implements Tool<MakeDirectory.Arguments> {

    public record Arguments(
            @Describe("path in the sandbox; a relative one starts at the home directory /home/user")
            @NotBlank
            @Size(max = 4096)
            String path,

            @Describe("id, or provider:id; your default sandbox when left out")
            Optional<SandboxRef> sandboxId) {}

    public record Made(
            boolean success,
            String sandboxId,
            @OmitWhenEmpty Optional<String> notice) {}

    private final Conversations conversations;

    @Inject
    public MakeDirectory(Conversations conversations) {
        this.conversations = conversations;
    }

    @Override
    public Card card() {
        return Card.named("make_directory", Group.FILES)
                .saying(
                        "Make a directory in a sandbox, with its missing parents. One that is there already is no error.")
                .returning(Made.class)
                .asIdempotent();
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        var use = conversations.of(context.caller()).use(in.sandboxId());
        use.workspace().files().makeDirectory(in.path());
        return Result.of(new Made(true, use.sandboxId(), use.notice()));
    }
}
