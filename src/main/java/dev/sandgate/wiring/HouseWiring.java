package dev.sandgate.wiring;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Clock;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import org.eclipse.microprofile.config.ConfigProvider;

/** What every room may need: the checked configuration, the clock, threads, one timer; and the screen at the end of start-up. */
@ApplicationScoped
public class HouseWiring {
    private final Configuration configuration = Configuration.of(ConfigProvider.getConfig());

    @Resource(lookup = "java:comp/DefaultManagedThreadFactory")
    private ManagedThreadFactory threads;

    private ScheduledThreadPoolExecutor timer;

    @Produces
    @Singleton
    Configuration configuration() {
        return configuration;
    }

    @Produces
    @Singleton
    Clock clock() {
        return Clock.systemUTC();
    }

    /** Threads that belong to the application; not those that serve requests. */
    @Produces
    @Singleton
    ThreadFactory threads() {
        return threads;
    }

    /** For short work only: all that is timed shares its one thread. */
    @Produces
    @Singleton
    synchronized ScheduledExecutorService timer() {
        if (timer == null) {
            timer = new ScheduledThreadPoolExecutor(1, threads);
            timer.setRemoveOnCancelPolicy(true);
        }
        return timer;
    }

    void announce(@Observes Startup event, Isolation isolation) {
        StartScreen screen = new StartScreen(configuration.baseUrl(), isolation.tier());
        threads.newThread(() -> show(screen)).start();
    }

    private static void show(StartScreen screen) {
        if (new Opening().await(URI.create(screen.baseUrl() + "/mcp"))) {
            System.out.print(screen.text());
        }
    }

    @PreDestroy
    synchronized void stop() {
        if (timer != null) {
            timer.shutdownNow();
        }
    }
}
