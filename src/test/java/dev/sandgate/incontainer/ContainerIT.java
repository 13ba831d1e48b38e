package dev.sandgate.incontainer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the server gives us: its configuration sources and its thread factory. */
@ExtendWith(ArquillianExtension.class)
class ContainerIT {
    @Resource(lookup = "java:comp/DefaultManagedThreadFactory")
    ManagedThreadFactory threads;

    @Test
    void bootstrapProperties_areConfiguration() {
        assertEquals(System.getProperty("http.port"), ConfigProvider.getConfig().getValue("http.port", String.class));
    }

    @Test
    void managedThreads_run() throws Exception {
        var name = new CompletableFuture<String>();
        threads.newThread(() -> name.complete(Thread.currentThread().getName())).start();
        assertTrue(name.get(10, TimeUnit.SECONDS).length() > 0);
    }
}
