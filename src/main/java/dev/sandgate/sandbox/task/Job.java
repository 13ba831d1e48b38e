package dev.sandgate.sandbox.task;

import dev.sandgate.sandbox.port.SandboxConnection;
import java.util.function.Supplier;

/**
 * What a task is to do.
 *
 * @param connector opens a connection for it
 * @param slot left when it has ended, before anybody learns of that
 */
record Job(TaskOrder order, Supplier<SandboxConnection> connector, Slots.Slot slot) {}
