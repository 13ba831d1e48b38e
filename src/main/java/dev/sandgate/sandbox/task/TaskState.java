package dev.sandgate.sandbox.task;

import dev.sandgate.sandbox.model.TaskId;
import dev.sandgate.sandbox.model.TaskStatus;
import java.time.Instant;
import java.util.Optional;

/**
 * A task at one moment.
 *
 * @param exitCode present when it exited by itself: 128 + n when killed by signal n
 * @param finishedAt present unless it is running
 */
public record TaskState(
        TaskId id,
        String sandboxId,
        TaskStatus status,
        Optional<Integer> exitCode,
        Instant startedAt,
        Optional<Instant> finishedAt) {}
