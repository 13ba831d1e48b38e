package dev.sandgate.sandbox.task;

import dev.sandgate.sandbox.model.Command;

/**
 * What is to be run.
 *
 * @param tenant whose task it will be
 * @param sandboxId where, as shown to callers
 */
public record TaskOrder(String tenant, String sandboxId, Command command) {}
