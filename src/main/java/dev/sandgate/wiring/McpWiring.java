package dev.sandgate.wiring;

import dev.sandgate.http.gate.GateSettings;
import dev.sandgate.mcp.resource.ResourceSource;
import dev.sandgate.mcp.server.Catalogue;
import dev.sandgate.mcp.server.McpServer;
import dev.sandgate.mcp.server.McpSettings;
import dev.sandgate.mcp.server.McpThreads;
import dev.sandgate.mcp.server.McpTime;
import dev.sandgate.mcp.server.Offer;
import dev.sandgate.mcp.server.ResourceCatalogue;
import dev.sandgate.mcp.server.SessionEndListener;
import dev.sandgate.mcp.tool.FailureTeller;
import dev.sandgate.mcp.tool.Tool;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.Validator;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The protocol and the gate: their settings, threads and heartbeat. */
@ApplicationScoped
public class McpWiring {
    private static final System.Logger LOG = System.getLogger(McpWiring.class.getName());
    private static final String VERSION = "0.1.0";
    private static final long BEAT_MILLIS = 250;

    private final Configuration configuration;
    private Optional<Future<?>> heartbeat = Optional.empty();
    private Optional<Thread> signal = Optional.empty();

    @Inject
    McpWiring(Configuration configuration) {
        this.configuration = configuration;
    }

    @Produces
    @Singleton
    GateSettings gateSettings() {
        return new GateSettings(
                Set.copyOf(configuration.get(Keys.MCP_ALLOWED_ORIGINS)),
                Set.copyOf(configuration.get(Keys.MCP_ALLOWED_HOSTS)));
    }

    @Produces
    @Singleton
    McpSettings settings() {
        return new McpSettings(
                VERSION,
                Duration.ofSeconds(configuration.get(Keys.MCP_SESSION_IDLE)),
                configuration.get(Keys.MCP_SESSION_MAX),
                configuration.get(Keys.MCP_CALLS));
    }

    @Produces
    @Singleton
    McpThreads threads(ThreadFactory factory, McpSettings settings) {
        return McpThreads.of(factory, settings);
    }

    @Produces
    @Singleton
    Catalogue catalogue(@Any Instance<Tool<?>> tools, Validator validator) {
        return Catalogue.of(tools, validator);
    }

    @Produces
    @Singleton
    ResourceCatalogue resources(@Any Instance<ResourceSource> sources) {
        return new ResourceCatalogue(sources.stream().toList());
    }

    @Produces
    @Singleton
    Offer offer(Catalogue tools, ResourceCatalogue resources) {
        return new Offer(tools, resources);
    }

    @Produces
    @Singleton
    McpServer server(
            McpSettings settings,
            Offer offer,
            FailureTeller failures,
            @Any Instance<SessionEndListener> listeners,
            McpThreads threads,
            Clock clock) {
        SessionEndListener all = caller -> listeners.forEach(listener -> listener.sessionEnded(caller));
        McpTime time = new McpTime(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()), clock);
        return new McpServer(settings, offer, failures, all, threads, time);
    }

    /** A defect of a tool stops the deployment, not the first request. */
    void start(@Observes Startup event, McpServer server, ScheduledExecutorService timer) {
        heartbeat = Optional.of(
                timer.scheduleWithFixedDelay(server::beat, BEAT_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS));
        answerAtTheSignal(server);
    }

    /** Liberty waits up to 30 s for requests before it stops the application: waiting calls are to be answered before that. */
    private void answerAtTheSignal(McpServer server) {
        Thread hook = new Thread(server::stop, "sandgate: last answers");
        Runtime.getRuntime().addShutdownHook(hook);
        signal = Optional.of(hook);
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyAtWork) {
            LOG.log(System.Logger.Level.DEBUG, "stopping at a signal");
        }
    }

    void stop(@Disposes McpServer server, McpThreads threads) {
        signal.ifPresent(McpWiring::forget);
        heartbeat.ifPresent(beating -> beating.cancel(false));
        server.stop();
        threads.stop();
    }
}
