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
import dev.sandgate.sandbox.model.FileEntry;
import dev.sandgate.sandbox.model.FileListing;
import dev.sandgate.sandbox.model.SandboxRef;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Lists a directory in a sandbox. */
@ApplicationScoped
public class ListFiles implements Tool<ListFiles.Arguments> {

    public record Arguments(
            @Describe("directory; the home directory /home/user when left out, and a relative one starts there")
            @NotBlank
            @Size(max = 4096)
            @Default(".")
            String path,

            @Describe("id, or provider:id; your default sandbox when left out")
            Optional<SandboxRef> sandboxId,

            @Describe("at most so many names") @Min(1) @Max(3000) @Default("1000")
            int limit) {}

    public record Entry(
            String name,
            String path,
            FileEntry.Type type,
            @Describe("bytes") long size,
            Instant modifiedAt,

            @OmitWhenEmpty @Describe("the name is not UTF-8; U+FFFD stands for what cannot be shown")
            boolean nameLossy) {

        static Entry of(FileEntry file) {
            return new Entry(file.name(), file.path(), file.type(), file.size(), file.modifiedAt(), file.nameLossy());
        }
    }

    public record Listing(
            String sandboxId,
            List<Entry> files,
            @Describe("there are more than limit") boolean truncated,
            @OmitWhenEmpty Optional<String> notice) {

        static Listing of(FileListing listing, Use use) {
            var files = listing.files().stream().map(Entry::of).toList();
            return new Listing(use.sandboxId(), files, listing.truncated(), use.notice());
        }
    }

    private final Conversations conversations;

    @Inject
    public ListFiles(Conversations conversations) {
        this.conversations = conversations;
    }

    @Override
    public Card card() {
        return Card.named("list_files", Group.FILES)
                .saying(
                        "List a directory of a sandbox: files, directories, symlinks and others, hidden ones included, sorted by"
                                + " name; not recursive. Creates your default sandbox when there is none.")
                .returning(Listing.class)
                .asReadOnly();
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        var use = conversations.of(context.caller()).use(in.sandboxId());
        return Result.of(Listing.of(use.workspace().files().list(in.path(), in.limit()), use));
    }
}
