package dev.sandgate.sandbox.workspace;

import dev.sandgate.sandbox.model.FileSlice;

/**
 * Some bytes of a file, and those that show what kind of file it is.
 *
 * @param head the file's first bytes, at most {@value #HEAD} of them
 */
public record FilePiece(FileSlice slice, byte[] head) {
    static final int HEAD = 8192;
}
