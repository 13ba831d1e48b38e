package dev.sandgate.sandbox.conversation;

import dev.sandgate.sandbox.workspace.Workspace;
import java.util.Optional;

/**
 * A sandbox to be worked in, and what a result has to say about it.
 *
 * @param sandboxId as the caller can name it
 * @param notice says that this sandbox, made just now, replaces one that ended, whose files are gone
 */
public record Use(Workspace workspace, String sandboxId, Optional<String> notice) {}
