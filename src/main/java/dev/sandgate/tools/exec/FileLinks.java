package dev.sandgate.tools.exec;

import dev.sandgate.mcp.tool.Content;
import dev.sandgate.sandbox.conversation.Use;
import dev.sandgate.sandbox.model.FileEntry;
import dev.sandgate.sandbox.model.SandboxFileUri;
import dev.sandgate.sandbox.model.SandboxRef;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Links to the files that a program left behind, for clients that read resources. */
final class FileLinks {

    private FileLinks() {}

    /** A file whose name is shown otherwise than it is cannot be linked to. */
    static List<Content> to(Use use, Optional<String> fullOutputPath, List<FileEntry> files) {
        var sandbox = SandboxRef.parse(use.sandboxId());
        return Stream.concat(
                        fullOutputPath.stream().map(path -> link(new SandboxFileUri(sandbox, path), "text/plain")),
                        files.stream()
                                .filter(file -> !file.nameLossy())
                                .map(file ->
                                        link(new SandboxFileUri(sandbox, file.path()), "application/octet-stream")))
                .toList();
    }

    private static Content link(SandboxFileUri file, String otherwise) {
        return new Content.ResourceLink(
                file.text(), file.name(), file.mimeType().orElse(otherwise));
    }
}
