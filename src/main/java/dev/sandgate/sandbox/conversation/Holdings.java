package dev.sandgate.sandbox.conversation;

import dev.sandgate.sandbox.conversation.DefaultSlot.Made;
import dev.sandgate.sandbox.conversation.DefaultSlot.State;
import dev.sandgate.sandbox.lifecycle.Creation;
import dev.sandgate.sandbox.lifecycle.SandboxAddress;
import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxRef;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.workspace.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What one session or conversation has: its default sandbox and the sandboxes it owns. A stateless call has neither. Every method
 * takes the sandbox that the caller named; empty means the default. A default that ended by itself is DEFAULT_SANDBOX_ENDED for
 * those who meant it then, and none for those who ask later. Thread-safe; no lock is held while a provider works.
 */
public final class Holdings {
    private static final String NOTICE =
            "Your former sandbox has ended and its files are gone; this is a new, empty one.";

    private final Caller caller;
    private final Household house;
    private final Estate estate;
    private final DefaultSlot slot = new DefaultSlot();

    Holdings(Caller caller, Household house) {
        this.caller = caller;
        this.house = house;
        this.estate = new Estate(caller.scope(), house);
    }

    /** A new sandbox, which becomes the default (L5). Nobody owns what a stateless call makes. */
    public Sandbox create(Creation wanted) {
        estate.requireOpen();
        estate.forgetEnded();
        Sandbox sandbox = house.lifecycle().create(caller.tenant(), wanted);
        if (!isStateless()) {
            estate.take(sandbox, wanted.spec().timeout());
            slot.become(SandboxAddress.of(sandbox));
        }
        return sandbox;
    }

    /** A sandbox to work in; the default is made when there is none (L10). Whether it still lives shows when it is used. */
    public Use use(Optional<SandboxRef> named) {
        if (named.isPresent()) {
            SandboxAddress address = house.lifecycle().resolve(named.get());
            return use(address, watched(address, this::namedGone), false);
        }
        Made made = presentOrNewDefault();
        return use(made.address(), watched(made.address(), this::defaultGone), made.replacesEnded());
    }

    /** Newest metadata. Makes, prolongs and adopts nothing (L3). */
    public Sandbox get(Optional<SandboxRef> named) {
        return withExisting(named, house.lifecycle()::find);
    }

    /** Sets the end, and for an owned sandbox the policy of its renewals, unless the scope was closed meanwhile (L6). */
    public Sandbox setTimeout(Optional<SandboxRef> named, Duration fromNow) {
        return withExisting(named, address -> {
            Sandbox sandbox = house.lifecycle().setTimeout(address, fromNow);
            estate.keeper(address).ifPresent(keeper -> keeper.follow(fromNow, sandbox));
            return sandbox;
        });
    }

    /** Ends it; again is the same. Returns its name as shown to callers. */
    public String kill(Optional<SandboxRef> named) {
        SandboxAddress address = named.map(house.lifecycle()::resolve).orElseGet(this::latestDefault);
        if (named.isPresent() || !slot.killed(address)) {
            end(address);
        }
        return house.lifecycle().nameOf(address);
    }

    /** Whether they can be forgotten without loss: nothing is going on, and nothing that is owned may still live. */
    boolean idle() {
        return !slot.making() && estate.idle();
    }

    /** Whether they never held anything. */
    boolean blank() {
        return slot.blank() && estate.idle();
    }

    /** Takes nothing from now on; returns what was owned. */
    List<SandboxAddress> close() {
        return estate.close();
    }

    private Use use(SandboxAddress address, Usage usage, boolean replacesEnded) {
        return new Use(
                house.workspace(address, usage),
                house.lifecycle().nameOf(address),
                replacesEnded ? Optional.of(NOTICE) : Optional.empty());
    }

    private Usage watched(SandboxAddress address, Function<SandboxAddress, SandboxException> gone) {
        Optional<Keeper> keeper = estate.keeper(address);
        return new WatchedUsage(keeper, whenGone(address, keeper, gone));
    }

    /** Nobody is surprised by the end of what was ended through here. */
    private static Supplier<SandboxException> whenGone(
            SandboxAddress address, Optional<Keeper> keeper, Function<SandboxAddress, SandboxException> surprise) {
        return () -> keeper.filter(Keeper::dismissed).isPresent()
                ? SandboxException.of(Situation.SANDBOX_NOT_FOUND)
                : surprise.apply(address);
    }

    private Made presentOrNewDefault() {
        requireScope();
        estate.requireOpen();
        return slot.presentOr(() -> {
            Duration life = house.lifeOfDefault(caller.scope());
            Sandbox sandbox = house.lifecycle().create(caller.tenant(), Creation.of(SandboxSpec.lasting(life)));
            estate.take(sandbox, life);
            return SandboxAddress.of(sandbox);
        });
    }

    private Sandbox withExisting(Optional<SandboxRef> named, Function<SandboxAddress, Sandbox> work) {
        if (named.isPresent()) {
            return work.apply(house.lifecycle().resolve(named.get()));
        }
        requireScope();
        SandboxAddress address = slot.living();
        var gone = whenGone(address, estate.keeper(address), this::defaultGone);
        return new WatchedUsage(Optional.empty(), gone).during(Duration.ZERO, () -> work.apply(address));
    }

    private SandboxAddress latestDefault() {
        requireScope();
        return slot.latest();
    }

    private void end(SandboxAddress address) {
        State former = slot.kill(address);
        Optional<Keeper> keeper = estate.keeper(address);
        keeper.ifPresent(Keeper::dismiss);
        try {
            house.lifecycle().kill(address);
        } catch (RuntimeException e) {
            // A default that its provider has forgotten is as dead as was wished.
            if (former == State.NONE || !isGone(e)) {
                slot.restore(address, former);
                keeper.ifPresent(Keeper::recall);
                throw e;
            }
        }
        estate.drop(address);
    }

    private SandboxException namedGone(SandboxAddress address) {
        estate.drop(address);
        return SandboxException.of(Situation.SANDBOX_NOT_FOUND);
    }

    private SandboxException defaultGone(SandboxAddress address) {
        estate.drop(address);
        if (slot.killed(address)) {
            return SandboxException.of(Situation.SANDBOX_NOT_FOUND);
        }
        slot.told(address);
        return SandboxException.of(Situation.DEFAULT_SANDBOX_ENDED);
    }

    private boolean isStateless() {
        return caller.scope() instanceof Caller.Stateless;
    }

    private void requireScope() {
        if (isStateless()) {
            throw SandboxException.of(Situation.NO_CONVERSATION);
        }
    }

    private static boolean isGone(RuntimeException e) {
        return e instanceof SandboxException known && known.failure().situation() == Situation.SANDBOX_NOT_FOUND;
    }
}
