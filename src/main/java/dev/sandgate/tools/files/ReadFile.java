package dev.sandgate.tools.files;

import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.Card;
import dev.sandgate.mcp.tool.Default;
import dev.sandgate.mcp.tool.Describe;
import dev.sandgate.mcp.tool.Group;
import dev.sandgate.mcp.tool.OmitWhenEmpty;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.mcp.tool.Tool;
import dev.sandgate.sandbox.conversation.Conversations;
import dev.sandgate.sandbox.conversation.Use;
import dev.sandgate.sandbox.model.SandboxRef;
import dev.sandgate.sandbox.workspace.TextSlice;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.Optional;

/** Reads a text file in a sandbox. */
@ApplicationScoped
public class ReadFile implements Tool<ReadFile.Arguments> {

    /** The one encoding there is. */
    public enum Encoding {
        UTF_8;

        public String word() {
            return "utf-8";
        }
    }

    public record Arguments(
            @Describe("path in the sandbox; a relative one starts at the home directory /home/user")
            @NotBlank
            @Size(max = 4096)
            String path,

            @Describe("id, or provider:id; your default sandbox when left out")
            Optional<SandboxRef> sandboxId,

            @Describe("encoding of the file") @Default("utf-8")
            Encoding encoding,

            @Describe("first byte to read") @Min(0) @Default("0")
            long offset,

            @Describe("read at most so many bytes") @Min(1) @Max(1_048_576) @Default("262144")
            int limit) {}

    public record Content(
            String sandboxId,
            String content,
            @Describe("bytes of the whole file") long size,

            @Describe("the file goes on: read again at offset + limit")
            boolean truncated,

            @OmitWhenEmpty Optional<String> notice) {

        static Content of(TextSlice slice, Use use) {
            return new Content(use.sandboxId(), slice.content(), slice.size(), slice.truncated(), use.notice());
        }
    }

    private final Conversations conversations;

    @Inject
    public ReadFile(Conversations conversations) {
        this.conversations = conversations;
    }

    @Override
    public Card card() {
        return Card.named("read_file", Group.FILES)
                .saying(
                        "Read a UTF-8 text file of a sandbox. When truncated is true, read on at offset + limit: no character is"
                                + " split or lost between two reads. An offset past the end gives an empty content. A file that is not"
                                + " UTF-8 text is refused: use download_file.")
                .returning(Content.class)
                .asReadOnly();
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        var use = conversations.of(context.caller()).use(in.sandboxId());
        return Result.of(Content.of(use.workspace().files().read(in.path(), in.offset(), in.limit()), use));
    }
}
