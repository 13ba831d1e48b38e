package dev.sandgate.tools.transfer;

import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.Card;
import dev.sandgate.mcp.tool.Default;
import dev.sandgate.mcp.tool.Describe;
import dev.sandgate.mcp.tool.Group;
import dev.sandgate.mcp.tool.OmitWhenEmpty;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.mcp.tool.Tool;
import dev.sandgate.sandbox.conversation.Conversations;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxRef;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.Base64;
import java.util.Optional;

/** Writes bytes into a file of a sandbox (L1). */
@ApplicationScoped
public class UploadFile implements Tool<UploadFile.Arguments> {

    public record Arguments(
            @Describe("path in the sandbox; a relative one starts at the home directory /home/user")
            @NotBlank
            @Size(max = 4096)
            String path,

            @Describe("the bytes in base64; a request may have 16 MiB in all") @NotNull
            String contentBase64,

            @Describe("id, or provider:id; your default sandbox when left out")
            Optional<SandboxRef> sandboxId,

            @Describe("where in the file they go: 0 replaces the whole file, its size appends") @Min(0) @Default("0")
            long offset) {}

    public record Uploaded(
            boolean success,
            String sandboxId,
            String path,
            long bytesWritten,
            @Describe("bytes of the whole file now") long size,
            @Describe("of the bytes of this call") String sha256,
            @OmitWhenEmpty Optional<String> notice) {}

    private final Conversations conversations;

    @Inject
    public UploadFile(Conversations conversations) {
        this.conversations = conversations;
    }

    @Override
    public Card card() {
        return Card.named("upload_file", Group.TRANSFER)
                .saying(
                        "Write bytes into a file of a sandbox. At offset 0 the file is replaced as a whole and missing parent directories"
                                + " are made; send a big file in pieces, each at the size that the call before returned. Creates your"
                                + " default sandbox when there is none.")
                .returning(Uploaded.class)
                .asDestructive()
                .asIdempotent();
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        byte[] bytes = decoded(in.contentBase64());
        var use = conversations.of(context.caller()).use(in.sandboxId());
        long size = use.workspace().files().upload(in.path(), in.offset(), bytes);
        return Result.of(
                new Uploaded(true, use.sandboxId(), in.path(), bytes.length, size, Sha256.of(bytes), use.notice()));
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException notBase64) {
            throw SandboxException.badArgument("content_base64");
        }
    }
}
