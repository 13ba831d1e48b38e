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

/** The protocol's settings, threads and heartbeat. */
@ApplicationScoped
public class McpWiring {
    private static final Duration BEAT = Duration.ofMillis(250);

    @Resource
    private ManagedThreadFactory threadFactory;

    private Optional<Runnable> stop = Optional.empty();

    @Produces
    @Singleton
    GateSettings gateSettings(Configuration configuration) {
        return new GateSettings(
                Set.copyOf(configuration.find(Keys.MCP_ALLOWED_ORIGINS).orElse(List.of())),
                Set.copyOf(configuration.find(Keys.MCP_ALLOWED_HOSTS).orElse(List.of())));
    }

    @Produces
    @Singleton
    McpSettings mcpSettings(Configuration configuration) {
        return new McpSettings(
                "0.1.0",
                Duration.ofSeconds(configuration.get(Keys.MCP_SESSION_IDLE)),
                configuration.get(Keys.MCP_SESSION_MAX),
                configuration.get(Keys.MCP_CALLS));
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
}
