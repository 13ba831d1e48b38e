package dev.sandgate.wiring;

import dev.sandgate.http.gate.GateSettings;
import dev.sandgate.mcp.server.Catalogue;
import dev.sandgate.mcp.server.McpServer;
import dev.sandgate.mcp.server.McpSettings;
import dev.sandgate.mcp.server.McpThreads;
import dev.sandgate.mcp.server.SessionEndListener;
import dev.sandgate.mcp.tool.FailureTeller;
import dev.sandgate.mcp.tool.Tool;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.validation.Validator;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.Config;

/** The protocol's settings, threads and heartbeat. */
@ApplicationScoped
public class McpWiring {
    private static final Duration BEAT = Duration.ofMillis(250);

    @Resource
    private ManagedThreadFactory threadFactory;

    private Optional<Runnable> stop = Optional.empty();

    @Produces
    @Singleton
    GateSettings gateSettings(Config config) {
        return new GateSettings(
                list(config, "sandgate.mcp.allowed-origins"), list(config, "sandgate.mcp.allowed-hosts"));
    }

    @Produces
    @Singleton
    McpSettings mcpSettings(Config config) {
        return new McpSettings(
                "0.1.0",
                Duration.ofSeconds(config.getOptionalValue("sandgate.mcp.session.idle", Integer.class)
                        .orElse(3600)),
                config.getOptionalValue("sandgate.mcp.session.max", Integer.class)
                        .orElse(1000),
                config.getOptionalValue("sandgate.mcp.calls", Integer.class).orElse(1000));
    }

    @Produces
    @Singleton
    Catalogue catalogue(@Any Instance<Tool<?>> tools, Validator validator) {
        return Catalogue.of(tools, validator);
    }

    @Produces
    @Singleton
    McpServer mcpServer(
            McpSettings settings,
            Catalogue catalogue,
            FailureTeller failures,
            @Any Instance<SessionEndListener> listeners) {
        McpThreads threads = McpThreads.of(threadFactory, settings);
        SessionEndListener all = caller -> listeners.forEach(listener -> listener.sessionEnded(caller));
        McpServer server =
                new McpServer(settings, catalogue, failures, all, threads, () -> System.nanoTime() / 1_000_000);
        var heart = new ScheduledThreadPoolExecutor(1, threadFactory);
        heart.scheduleWithFixedDelay(server::beat, BEAT.toMillis(), BEAT.toMillis(), TimeUnit.MILLISECONDS);
        stop = Optional.of(() -> {
            heart.shutdownNow();
            server.stop();
            threads.stop();
        });
        return server;
    }

    /** A defect of a tool stops the deployment, not the first request. */
    void start(@Observes Startup event, Catalogue catalogue) {
        System.getLogger(McpWiring.class.getName()).log(System.Logger.Level.INFO, "{0} tools", catalogue.size());
    }

    @PreDestroy
    void stop() {
        stop.ifPresent(Runnable::run);
    }

    private static Set<String> list(Config config, String key) {
        return Set.copyOf(config.getOptionalValues(key, String.class).orElse(List.of()));
    }
}
