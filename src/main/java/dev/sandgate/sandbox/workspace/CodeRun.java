package dev.sandgate.sandbox.workspace;

import dev.sandgate.sandbox.model.CodeResult;
import dev.sandgate.sandbox.model.FileEntry;
import java.util.List;

/** @param outputFiles regular files directly in the home directory that are new or changed, hidden ones left out; at most 50 */
public record CodeRun(CodeResult result, List<FileEntry> outputFiles) {
    public CodeRun {
        outputFiles = List.copyOf(outputFiles);
    }
}
