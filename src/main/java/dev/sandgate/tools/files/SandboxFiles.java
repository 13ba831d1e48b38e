package dev.sandgate.tools.files;

import dev.sandgate.mcp.resource.ResourceContents;
import dev.sandgate.mcp.resource.ResourceSource;
import dev.sandgate.mcp.resource.ResourceTemplate;
import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.sandbox.conversation.Conversations;
import dev.sandgate.sandbox.model.SandboxFileUri;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The files of sandboxes as resources: text where they are UTF-8, else bytes. */
@ApplicationScoped
public class SandboxFiles implements ResourceSource {
    private static final int LARGEST = 8 * 1024 * 1024;

    /** A character or a byte of a file may become two of an answer. */
    private static final int TIMES_ITS_SIZE = 2;

    private final Conversations conversations;

    @Inject
    public SandboxFiles(Conversations conversations) {
        this.conversations = conversations;
    }

    @Override
    public List<ResourceTemplate> templates() {
        return List.of(new ResourceTemplate(
                SandboxFileUri.TEMPLATE,
                "sandbox_file",
                "A file of a sandbox, up to 8 MiB. sandbox_id is id or provider:id, path the absolute path without its first"
                        + " slash; both are percent-encoded."));
    }

    @Override
    public Optional<ResourceContents> read(String uri, CallContext context) {
        return SandboxFileUri.parse(uri).map(file -> contents(uri, file, bytes(file, context)));
    }

    private byte[] bytes(SandboxFileUri file, CallContext context) {
        var use = conversations.of(context.caller()).use(Optional.of(file.sandbox()));
        return use.workspace().files().readWhole(file.path(), LARGEST, size -> context.reserve(TIMES_ITS_SIZE * size));
    }

    private static ResourceContents contents(String uri, SandboxFileUri file, byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return ResourceContents.text(uri, file.mimeType().orElse("text/plain"), text);
        } catch (CharacterCodingException notText) {
            return ResourceContents.blob(uri, file.mimeType().orElse("application/octet-stream"), bytes);
        }
    }
}
