package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.OutputLimits;
import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.SandboxSpec;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A server of its own process, made to be killed: it starts sandboxes with processes in them and says so. */
final class CrashingServer {
    private CrashingServer() {}

    public static void main(String[] arguments) throws InterruptedException {
        var settings = LocalSettings.defaults("crash")
                .withRoot(Path.of(arguments[0]))
                .withWarmPool(1)
                .withOrphanWindow(Duration.ofSeconds(Long.parseLong(arguments[1])));
        var provider = LocalProvider.start(new ProviderId("local"), settings, Clock.systemUTC());
        for (int i = 0; i < 2; i++) {
            var sandbox = provider.create(SandboxSpec.lasting(Duration.ofMinutes(5)));
            provider.connect(sandbox.id())
                    .run(
                            new Command("sleep 1000 &", Optional.empty(), Map.of(), Duration.ofSeconds(10)),
                            new OutputLimits(1000, 0));
        }
        System.out.println("ready");
        Thread.sleep(Duration.ofMinutes(5).toMillis());
    }
}
