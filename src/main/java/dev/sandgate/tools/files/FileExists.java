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

/** Says whether a sandbox has a file, directory or anything else of that name. */
@ApplicationScoped
public class FileExists implements Tool<FileExists.Arguments> {

    public record Arguments(
            @Describe("path in the sandbox; a relative one starts at the home directory /home/user")
            @NotBlank
            @Size(max = 4096)
            String path,

            @Describe("id, or provider:id; your default sandbox when left out")
            Optional<SandboxRef> sandboxId) {}

    public record Found(
            boolean exists, String sandboxId, @OmitWhenEmpty Optional<String> notice) {}

    private final Conversations conversations;

    @Inject
    public FileExists(Conversations conversations) {
        this.conversations = conversations;
    }

    @Override
    public Card card() {
        return Card.named("file_exists", Group.FILES)
                .saying(
                        "Say whether a path exists in a sandbox: a file, a directory, or a symlink even if it points nowhere.")
                .returning(Found.class)
                .asReadOnly();
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        var use = conversations.of(context.caller()).use(in.sandboxId());
        boolean exists = use.workspace().files().exists(in.path());
        return Result.of(new Found(exists, use.sandboxId(), use.notice()));
    }
}
