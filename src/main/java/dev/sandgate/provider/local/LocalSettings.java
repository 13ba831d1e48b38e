package dev.sandgate.provider.local;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Configuration of the embedded provider, {@code sandgate.local.*}. A value out of range is an {@link IllegalArgumentException} whose
 * message begins with the key.
 *
 * @param root directory for sockets, programs and records; on a file system that allows programs, and of one server alone
 * @param minimumIsolation below this tier the provider refuses to start
 * @param cpu cores of a sandbox that asks for none
 * @param memoryMb of a sandbox that asks for none
 * @param diskMb quota of each home directory
 * @param pids processes and threads of each sandbox
 * @param warmPool sandboxes held ready; 0 is off
 * @param network {@code none} is the only kind so far
 * @param orphanWindow how long a sandbox outlives a server that vanished
 * @param maxSandboxes how many may live at once
 * @param uidBase as root, the first of the host uids that sandboxes run as; each instance takes its own block above it
 */
public record LocalSettings(
        Path root,
        IsolationTier minimumIsolation,
        int cpu,
        int memoryMb,
        int diskMb,
        int pids,
        int warmPool,
        String network,
        Duration orphanWindow,
        int maxSandboxes,
        int uidBase) {

    private static final int DEFAULT_CPU = 2;

    public LocalSettings {
        root = root.toAbsolutePath().normalize();
        between("cpu", cpu, 1, 1024);
        between("memory", memoryMb, 16, 1 << 20);
        between("disk", diskMb, 8, 1 << 20);
        between("pids", pids, 16, 1 << 20);
        between("warm-pool", warmPool, 0, 1000);
        between("max-sandboxes", maxSandboxes, 1, 10_000);
        between("uid-base", uidBase, 1000, 1 << 30);
        if (!network.equals("none")) {
            throw new IllegalArgumentException("sandgate.local.network: only none is possible");
        }
        if (orphanWindow.toMillis() < 1000 || orphanWindow.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("sandgate.local.orphan-window: from 1 second to 1 day");
        }
    }

    /** @param seed what tells this server from others on the machine, such as its output directory */
    public static LocalSettings defaults(String seed) {
        return new LocalSettings(
                RootDirectory.standard(seed),
                IsolationTier.NAMESPACES_RLIMITS,
                Math.min(DEFAULT_CPU, Runtime.getRuntime().availableProcessors()),
                2048,
                1024,
                512,
                8,
                "none",
                Duration.ofSeconds(60),
                1000,
                700_000);
    }

    public LocalSettings withRoot(Path directory) {
        return new LocalSettings(
                directory,
                minimumIsolation,
                cpu,
                memoryMb,
                diskMb,
                pids,
                warmPool,
                network,
                orphanWindow,
                maxSandboxes,
                uidBase);
    }

    public LocalSettings withWarmPool(int size) {
        return new LocalSettings(
                root,
                minimumIsolation,
                cpu,
                memoryMb,
                diskMb,
                pids,
                size,
                network,
                orphanWindow,
                maxSandboxes,
                uidBase);
    }

    public LocalSettings withOrphanWindow(Duration window) {
        return new LocalSettings(
                root, minimumIsolation, cpu, memoryMb, diskMb, pids, warmPool, network, window, maxSandboxes, uidBase);
    }

    public LocalSettings withMinimumIsolation(IsolationTier tier) {
        return new LocalSettings(
                root, tier, cpu, memoryMb, diskMb, pids, warmPool, network, orphanWindow, maxSandboxes, uidBase);
    }

    public LocalSettings withMaxSandboxes(int most) {
        return new LocalSettings(
                root, minimumIsolation, cpu, memoryMb, diskMb, pids, warmPool, network, orphanWindow, most, uidBase);
    }

    Shape shape() {
        return new Shape(cpu, memoryMb, diskMb, pids);
    }

    private static void between(String key, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("sandgate.local." + key + ": from " + least + " to " + most);
        }
    }
}
