package dev.sandgate.sandbox.conversation;

import dev.sandgate.sandbox.lifecycle.Lifecycle;
import dev.sandgate.sandbox.lifecycle.SandboxAddress;
import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.SandboxException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The holdings of every session and conversation. Thread-safe. */
@ApplicationScoped
public class Conversations {
    private static final Duration RELEASE_PATIENCE = Duration.ofSeconds(10);
    private static final Logger LOG = System.getLogger(Conversations.class.getName());

    private final Household house;
    private final Scopes scopes;

    @Inject
    public Conversations(Lifecycle lifecycle, ConversationSettings settings, Clock clock, Alarms alarms) {
        this.house = new Household(lifecycle, settings, clock, alarms, new Owners());
        this.scopes = new Scopes(clock, caller -> new Holdings(caller, house));
    }

    /** LIMIT_REACHED when too many conversations are in use. CONFLICT when the session has been released. */
    public Holdings of(Caller caller) {
        return caller.scope() instanceof Caller.Stateless ? new Holdings(caller, house) : scopes.of(caller);
    }

    /**
     * The session is over: what it owns is destroyed, and what is still being made for it as soon as it is there. Does nothing for a
     * conversation, which outlives sessions. Takes at most ten seconds; what a provider could not end by then ends at its timeout.
     */
    public void release(Caller caller) {
        if (caller.scope() instanceof Caller.Session) {
            scopes.end(caller).ifPresent(holdings -> destroy(holdings.close()));
        }
    }

    private void destroy(List<SandboxAddress> owned) {
        var left = new CountDownLatch(owned.size());
        for (SandboxAddress address : owned) {
            house.alarms().after(Duration.ZERO, () -> destroy(address, left));
        }
        try {
            if (!left.await(RELEASE_PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                LOG.log(Level.WARNING, "{0} sandboxes of an ended session are not gone yet", left.getCount());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void destroy(SandboxAddress address, CountDownLatch left) {
        try {
            house.lifecycle().kill(address);
        } catch (SandboxException e) {
            LOG.log(Level.WARNING, "release failed: {0}", e.failure().situation());
        } finally {
            left.countDown();
        }
    }
}
