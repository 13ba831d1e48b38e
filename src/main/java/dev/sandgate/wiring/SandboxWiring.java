package dev.sandgate.wiring;

import dev.sandgate.mcp.server.SessionEndListener;
import dev.sandgate.provider.local.IsolationTier;
import dev.sandgate.provider.local.LocalProvider;
import dev.sandgate.provider.local.LocalSettings;
import dev.sandgate.provider.local.StartFailure;
import dev.sandgate.sandbox.conversation.Alarms;
import dev.sandgate.sandbox.conversation.ConversationSettings;
import dev.sandgate.sandbox.conversation.Conversations;
import dev.sandgate.sandbox.lifecycle.LifecycleSettings;
import dev.sandgate.sandbox.lifecycle.Providers;
import dev.sandgate.sandbox.model.OutputLimits;
import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.port.SandboxProvider;
import dev.sandgate.sandbox.task.TaskSettings;
import dev.sandgate.sandbox.task.TaskThreads;
import dev.sandgate.sandbox.task.Tasks;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The providers, and what the rooms of the domain need. */
@ApplicationScoped
public class SandboxWiring {
    private static final int ALARM_THREADS = 8;
    private static final int ALARMS_WAITING = 100_000;

    @Resource(lookup = "java:comp/DefaultManagedExecutorService")
    private ManagedExecutorService runners;

    @Produces
    @Singleton
    LocalProvider local(Configuration configuration, Clock clock) {
        try {
            return LocalProvider.start(new ProviderId(ProviderKeys.LOCAL), localSettings(configuration), clock);
        } catch (StartFailure failure) {
            System.getLogger("sandgate")
                    .log(System.Logger.Level.ERROR, "Sandgate does not start. {0}", failure.getMessage());
            throw failure;
        }
    }

    void close(@Disposes LocalProvider provider) {
        provider.close();
    }

    /** What the embedded provider cannot do here stops the deployment, not the first call. */
    void start(@Observes Startup event, Isolation isolation) {
        System.getLogger("sandgate").log(System.Logger.Level.INFO, "isolation {0}", isolation.tier());
    }

    private static LocalSettings localSettings(Configuration configuration) {
        String whichServer = System.getProperty("user.dir");
        return new LocalSettings(
                configuration
                        .find(Keys.LOCAL_ROOT)
                        .map(Path::of)
                        .orElseGet(() -> LocalSettings.defaults(whichServer).root()),
                IsolationTier.parse(configuration.get(Keys.LOCAL_MINIMUM_ISOLATION)),
                configuration.get(Keys.LOCAL_CPU),
                configuration.get(Keys.LOCAL_MEMORY),
                configuration.get(Keys.LOCAL_DISK),
                configuration.get(Keys.LOCAL_PIDS),
                configuration.get(Keys.LOCAL_WARM_POOL),
                configuration.get(Keys.LOCAL_NETWORK),
                Duration.ofSeconds(configuration.get(Keys.LOCAL_ORPHAN_WINDOW)),
                configuration.get(Keys.LOCAL_MAX_SANDBOXES),
                configuration.get(Keys.LOCAL_UID_BASE));
    }

    @Produces
    @Singleton
    Isolation isolation(LocalProvider provider) {
        return () -> provider.isolation().word();
    }

    @Produces
    @Singleton
    Providers providers(Configuration configuration, LocalProvider local) {
        Map<ProviderId, SandboxProvider> byId = new HashMap<>();
        configuration.providers().forEach((id, type) -> byId.put(new ProviderId(id), local));
        return new Providers(byId, new ProviderId(configuration.get(Keys.PROVIDER_DEFAULT)));
    }

    @Produces
    @Singleton
    LifecycleSettings lifecycleSettings(Configuration configuration) {
        return new LifecycleSettings(
                configuration.get(Keys.SANDBOX_TEMPLATE),
                Duration.ofSeconds(configuration.get(Keys.SANDBOX_MAX_LIFETIME)));
    }

    @Produces
    @Singleton
    ConversationSettings conversationSettings(Configuration configuration) {
        return new ConversationSettings(
                Duration.ofSeconds(configuration.get(Keys.SANDBOX_TIMEOUT)),
                Duration.ofSeconds(configuration.get(Keys.CONVERSATION_TIMEOUT)),
                new OutputLimits(configuration.get(Keys.OUTPUT_LIMIT), configuration.get(Keys.OUTPUT_FILE_LIMIT)));
    }

    /** Alarms ring on threads of their own, so that a slow one holds up no other. */
    @Produces
    @Singleton
    Alarms alarms(ScheduledExecutorService timer, ThreadFactory threads) {
        var ringing = new ThreadPoolExecutor(
                ALARM_THREADS,
                ALARM_THREADS,
                60,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(ALARMS_WAITING),
                threads,
                new ThreadPoolExecutor.CallerRunsPolicy());
        ringing.allowCoreThreadTimeOut(true);
        return (delay, action) -> {
            if (delay.isZero()) {
                ringing.execute(action);
                return () -> {};
            }
            var waiting = timer.schedule(() -> ringing.execute(action), delay.toMillis(), TimeUnit.MILLISECONDS);
            return () -> waiting.cancel(false);
        };
    }

    @Produces
    @Singleton
    TaskSettings taskSettings(Configuration configuration) {
        return new TaskSettings(
                configuration.get(Keys.TASK_MAX),
                configuration.get(Keys.TASK_MAX_PER_SANDBOX),
                configuration.get(Keys.TASK_SPOOL),
                configuration.get(Keys.TASK_MEMORY),
                Duration.ofSeconds(configuration.get(Keys.TASK_RETENTION)),
                configuration.get(Keys.TASK_MAX_KEPT));
    }

    @Produces
    @Singleton
    TaskThreads taskThreads(Alarms alarms) {
        return new TaskThreads(runners, (delay, action) -> alarms.after(delay, action)::cancel);
    }

    /** Tasks are ended while their sandboxes are still there. */
    void endTasks(@Observes Shutdown event, Tasks tasks) {
        tasks.stop();
    }

    @Produces
    @Singleton
    SessionEndListener released(Conversations conversations) {
        return conversations::release;
    }
}
