package dev.sandgate.sandbox.model;

import java.time.Instant;
import java.util.Optional;

/**
 * What is known of a sandbox: exactly the metadata of requirement L4, and who runs it.
 *
 * @param endAt when it ends unless prolonged; empty where the provider sets no end
 * @param cpuCount cores; a provider that does not say leaves it empty, likewise memory and disk
 * @param memoryMb MiB
 * @param diskSizeMb MiB
 */
public record Sandbox(
        SandboxId id,
        ProviderId provider,
        String template,
        SandboxStatus status,
        Optional<String> region,
        Optional<Instant> startedAt,
        Optional<Instant> endAt,
        Optional<Integer> cpuCount,
        Optional<Integer> memoryMb,
        Optional<Integer> diskSizeMb) {}
