package dev.sandgate.sandbox.conversation;

import dev.sandgate.sandbox.lifecycle.Lifecycle;
import dev.sandgate.sandbox.lifecycle.SandboxAddress;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.workspace.Usage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Keeps one owned sandbox alive while it is used: renews it by its policy before a use, at most once in five seconds and never to
 * an earlier end, and moves its end on while a use is running. Best effort: a renewal that fails is not the use's failure. Thread-safe.
 */
final class Keeper implements Usage {
    static final Duration PAUSE = Duration.ofSeconds(5);
    /** A renewal that would add less than this is not worth a call. */
    private static final Duration WORTHWHILE = Duration.ofSeconds(1);

    private static final Duration LEAST_EXTENSION = Duration.ofSeconds(10);
    private static final Duration LEAST_WAIT = Duration.ofMillis(250);
    private static final Logger LOG = System.getLogger(Keeper.class.getName());

    private final SandboxAddress address;
    private final Lifecycle lifecycle;
    private final Clock clock;
    private final Alarms alarms;

    private Duration policy;
    private Optional<Instant> end;
    private Instant lastRenewal = Instant.MIN;
    private int uses;
    private Instant lastUseEnds = Instant.MIN;
    private Optional<Alarms.Alarm> alarm = Optional.empty();
    private boolean dismissed;

    Keeper(Sandbox sandbox, Duration policy, Lifecycle lifecycle, Clock clock, Alarms alarms) {
        this.address = SandboxAddress.of(sandbox);
        this.end = sandbox.endAt();
        this.policy = policy;
        this.lifecycle = lifecycle;
        this.clock = clock;
        this.alarms = alarms;
    }

    /** From now on renewals aim at this; the sandbox's end has just been set. */
    synchronized void follow(Duration newPolicy, Sandbox sandbox) {
        policy = newPolicy;
        end = sandbox.endAt();
        rearm();
    }

    /** SANDBOX_NOT_FOUND when the renewal before it finds that the sandbox has ended. */
    @Override
    public <T> T during(Duration atMost, Supplier<T> work) {
        enter(clock.instant().plus(atMost));
        try {
            renew();
            return work.get();
        } finally {
            leave();
        }
    }

    /** The sandbox is not cared for any more: its owner ended it, or has gone. */
    synchronized void dismiss() {
        dismissed = true;
        disarm();
    }

    /** It could not be ended after all. */
    synchronized void recall() {
        dismissed = false;
        rearm();
    }

    synchronized boolean dismissed() {
        return dismissed;
    }

    synchronized boolean inUse() {
        return uses > 0;
    }

    /** Whether, as far as is known here, the sandbox still lives. */
    synchronized boolean mayLive() {
        return end.isEmpty() || end.get().isAfter(clock.instant());
    }

    private synchronized void enter(Instant ends) {
        uses++;
        if (ends.isAfter(lastUseEnds)) {
            lastUseEnds = ends;
        }
    }

    private synchronized void leave() {
        uses--;
        if (uses == 0) {
            lastUseEnds = Instant.MIN;
            disarm();
        }
    }

    private void renew() {
        Duration wanted;
        synchronized (this) {
            Instant now = clock.instant();
            boolean rested = !lastRenewal.isAfter(now.minus(PAUSE));
            if (dismissed || !rested || !worthwhile(now)) {
                rearm();
                return;
            }
            lastRenewal = now;
            wanted = policy;
        }
        prolong(wanted);
    }

    private boolean worthwhile(Instant now) {
        Duration least = least(WORTHWHILE, policy.dividedBy(10));
        return end.isPresent() && end.get().plus(least).isBefore(now.plus(policy));
    }

    private void prolong(Duration fromNow) {
        try {
            Sandbox sandbox = lifecycle.prolong(address, fromNow);
            synchronized (this) {
                end = sandbox.endAt();
                rearm();
            }
        } catch (SandboxException e) {
            if (e.failure().situation() == Situation.SANDBOX_NOT_FOUND) {
                throw e;
            }
            LOG.log(Level.WARNING, "renewal failed: {0}", e.failure().situation());
            synchronized (this) {
                rearm();
            }
        }
    }

    /** Sees to it that somebody looks again shortly before the end, if a use may still be running then. */
    private void rearm() {
        disarm();
        Instant now = clock.instant();
        if (dismissed
                || uses == 0
                || end.isEmpty()
                || !end.get().isBefore(lastUseEnds)
                || !end.get().isAfter(now)) {
            return;
        }
        Duration left = Duration.between(now, end.get());
        Duration margin = least(left.dividedBy(2), PAUSE);
        alarm = Optional.of(alarms.after(most(left.minus(margin), LEAST_WAIT), this::moveOn));
    }

    private void moveOn() {
        Duration wanted;
        synchronized (this) {
            alarm = Optional.empty();
            if (dismissed || uses == 0) {
                return;
            }
            lastRenewal = clock.instant();
            wanted = most(policy, LEAST_EXTENSION);
        }
        try {
            prolong(wanted);
        } catch (SandboxException e) {
            LOG.log(Level.DEBUG, "ended under a running call");
        }
    }

    private void disarm() {
        alarm.ifPresent(Alarms.Alarm::cancel);
        alarm = Optional.empty();
    }

    private static Duration least(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private static Duration most(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }
}
