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

/** Removes a file or a directory of a sandbox. */
@ApplicationScoped
public class RemoveFile implements Tool<RemoveFile.Arguments> {

    public record Arguments(
            @Describe("path in the sandbox; a relative one starts at the home directory /home/user")
            @NotBlank
            @Size(max = 4096)
            String path,

            @Describe("id, or provider:id; your default sandbox when left out")
            Optional<SandboxRef> sandboxId) {}

    public record Removed(
            boolean success,
            String sandboxId,
            @OmitWhenEmpty Optional<String> notice) {}

    private final Conversations conversations;

    @Inject
    public RemoveFile(Conversations conversations) {
        this.conversations = conversations;
    }

    @Override
    public Card card() {
        return Card.named("remove_file", Group.FILES)
                .saying(
                        "Remove a file or a symlink, or a directory with everything in it, from a sandbox. What a symlink points to stays. A path that does not exist is an error of category not_found.")
                .returning(Removed.class)
                .asDestructive();
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        var use = conversations.of(context.caller()).use(in.sandboxId());
        use.workspace().files().remove(in.path());
        return Result.of(new Removed(true, use.sandboxId(), use.notice()));
    }
}
