package dev.sandgate.tools.lifecycle;

import dev.sandgate.mcp.tool.Describe;
import dev.sandgate.sandbox.lifecycle.Lifecycle;
import dev.sandgate.sandbox.lifecycle.SandboxAddress;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxStatus;
import java.time.Instant;
import java.util.Optional;

/** What a model gets to know of a sandbox: these nine members and no other (L4). */
public record Metadata(
        @Describe("pass this as sandbox_id to other tools") String sandboxId,
        String template,
        SandboxStatus status,
        Optional<String> region,
        Optional<Instant> startedAt,

        @Describe("when it ends unless it is used or prolonged")
        Optional<Instant> endAt,

        Optional<Integer> cpuCount,
        Optional<Integer> memoryMb,
        Optional<Integer> diskSizeMb) {

    static Metadata of(Sandbox sandbox, Lifecycle lifecycle) {
        return new Metadata(
                lifecycle.nameOf(SandboxAddress.of(sandbox)),
                sandbox.template(),
                sandbox.status(),
                sandbox.region(),
                sandbox.startedAt(),
                sandbox.endAt(),
                sandbox.cpuCount(),
                sandbox.memoryMb(),
                sandbox.diskSizeMb());
    }
}
