package dev.sandgate.incontainer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import jakarta.enterprise.concurrent.ManageableThread;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the wiring gives to every room, in the server that it is made for. */
@ExtendWith(ArquillianExtension.class)
class ContainerIT {
    @Inject
    Clock clock;

    @Inject
    ThreadFactory threads;

    @Inject
    ScheduledExecutorService timer;

    @Test
    void bootstrapProperties_areConfiguration() {
        assertEquals(System.getProperty("http.port"), ConfigProvider.getConfig().getValue("http.port", String.class));
    }

    @Test
    void clock_isUtc() {
        assertEquals(ZoneOffset.UTC, clock.getZone());
    }

    @Test
    void threads_areTheContainers() {
        assertInstanceOf(ManageableThread.class, threads.newThread(() -> {}));
    }

    @Test
    void timedWork_seesTheApplication() throws Exception {
        Callable<Object> beans = () -> CDI.current().getBeanManager();
        assertNotNull(timer.schedule(beans, 1, TimeUnit.MILLISECONDS).get(10, TimeUnit.SECONDS));
    }
}
