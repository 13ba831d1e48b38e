package dev.sandgate.tools.files;

import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.Card;
import dev.sandgate.mcp.tool.Describe;
import dev.sandgate.mcp.tool.Group;
import dev.sandgate.mcp.tool.OmitWhenEmpty;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.mcp.tool.Tool;
import dev.sandgate.mcp.tool.Verbatim;
import dev.sandgate.sandbox.conversation.Conversations;
import dev.sandgate.sandbox.model.SandboxRef;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.Optional;

/** Writes a text file in a sandbox. */
@ApplicationScoped
public class WriteFile implements Tool<WriteFile.Arguments> {

    public record Arguments(
            @Describe("path in the sandbox; a relative one starts at the home directory /home/user")
            @NotBlank
            @Size(max = 4096)
            String path,

            @Describe("the whole text of the file, written as UTF-8") @Verbatim
            String content,

            @Describe("id, or provider:id; your default sandbox when left out")
            Optional<SandboxRef> sandboxId) {}

    public record Written(
            boolean success,
            String sandboxId,
            long bytesWritten,
            @OmitWhenEmpty Optional<String> notice) {}

    private final Conversations conversations;

    @Inject
    public WriteFile(Conversations conversations) {
        this.conversations = conversations;
    }

    @Override
    public Card card() {
        return Card.named("write_file", Group.FILES)
                .saying(
                        "Write a UTF-8 text file in a sandbox. Missing parent directories are made; a file that is there is replaced"
                                + " as a whole. Creates your default sandbox when there is none.")
                .returning(Written.class)
                .asDestructive()
                .asIdempotent();
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        var use = conversations.of(context.caller()).use(in.sandboxId());
        long bytes = use.workspace().files().write(in.path(), in.content());
        return Result.of(new Written(true, use.sandboxId(), bytes, use.notice()));
    }
}
