package dev.sandgate.sandbox.model;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What a new sandbox shall be. Empty options keep the provider's defaults (L5).
 *
 * @param template empty: the configured default template
 * @param timeout life from now, until renewed
 * @param envs environment of every process started in it
 * @param cpu cores, positive
 * @param memoryMb MiB, positive
 */
public record SandboxSpec(
        Optional<String> template,
        Duration timeout,
        Map<String, String> envs,
        Optional<String> region,
        Optional<Integer> cpu,
        Optional<Integer> memoryMb) {

    public SandboxSpec {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout");
        }
        if (cpu.filter(n -> n < 1).isPresent()) {
            throw new IllegalArgumentException("cpu");
        }
        if (memoryMb.filter(n -> n < 1).isPresent()) {
            throw new IllegalArgumentException("memory");
        }
        envs = Map.copyOf(envs);
    }

    public static SandboxSpec lasting(Duration timeout) {
        return new SandboxSpec(
                Optional.empty(), timeout, Map.of(), Optional.empty(), Optional.empty(), Optional.empty());
    }
}
