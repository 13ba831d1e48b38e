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
import dev.sandgate.sandbox.conversation.Use;
import dev.sandgate.sandbox.model.FileSlice;
import dev.sandgate.sandbox.model.SandboxRef;
import dev.sandgate.sandbox.workspace.FilePiece;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.Base64;
import java.util.Optional;

/** Reads bytes of a file of a sandbox (L1). */
@ApplicationScoped
public class DownloadFile implements Tool<DownloadFile.Arguments> {
    private static final int MOST = 8 << 20;
    /** The answer has each byte twice, in base64. */
    private static final int TIMES_THE_LENGTH = 2;

    public record Arguments(
            @Describe("path in the sandbox; a relative one starts at the home directory /home/user")
            @NotBlank
            @Size(max = 4096)
            String path,

            @Describe("id, or provider:id; your default sandbox when left out")
            Optional<SandboxRef> sandboxId,

            @Describe("first byte to read") @Min(0) @Default("0")
            long offset,

            @Describe("read at most so many bytes") @Min(1) @Max(MOST) @Default("8388608")
            int length) {}

    public record Piece(
            String sandboxId,
            String path,
            String contentBase64,
            long offset,
            @Describe("bytes of this piece") int length,
            @Describe("bytes of the whole file") long size,
            @Describe("the file ends with this piece") boolean eof,
            @Describe("of this piece") String sha256,
            @Describe("of the whole file, by its content") String mimeType,
            @OmitWhenEmpty Optional<String> notice) {

        static Piece of(FilePiece piece, String path, Use use) {
            FileSlice slice = piece.slice();
            return new Piece(
                    use.sandboxId(),
                    path,
                    Base64.getEncoder().encodeToString(slice.bytes()),
                    slice.offset(),
                    slice.bytes().length,
                    slice.size(),
                    slice.reachesEnd(),
                    Sha256.of(slice.bytes()),
                    MimeType.of(piece.head(), path),
                    use.notice());
        }
    }

    private final Conversations conversations;

    @Inject
    public DownloadFile(Conversations conversations) {
        this.conversations = conversations;
    }

    @Override
    public Card card() {
        return Card.named("download_file", Group.TRANSFER)
                .saying(
                        "Read bytes of a file of a sandbox as base64, 8 MiB at most a call. While eof is false, read on at offset +"
                                + " length. An offset past the end gives an empty piece.")
                .returning(Piece.class)
                .asReadOnly();
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        var use = conversations.of(context.caller()).use(in.sandboxId());
        var piece = use.workspace()
                .files()
                .download(in.path(), in.offset(), in.length(), count -> context.reserve(TIMES_THE_LENGTH * count));
        return Result.of(Piece.of(piece, in.path(), use));
    }
}
