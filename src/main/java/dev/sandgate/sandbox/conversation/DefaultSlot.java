package dev.sandgate.sandbox.conversation;

import dev.sandgate.sandbox.lifecycle.SandboxAddress;
import dev.sandgate.sandbox.lifecycle.SharedAttempt;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Which sandbox is a scope's default, and what became of it. Thread-safe. */
final class DefaultSlot {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    enum State {
        /** There has been none, or the end of the last one has been told. */
        NONE,
        LIVE,
        /** Ended by its owner, who knows. */
        KILLED
    }

    /** @param replacesEnded its predecessor ended by itself */
    record Made(SandboxAddress address, boolean replacesEnded) {}

    private State state = State.NONE;
    private Optional<SandboxAddress> address = Optional.empty();
    private Optional<SharedAttempt<Made>> making = Optional.empty();
    private boolean lastOneEnded;

    /** The default; made by one of those who ask for it at the same time, for all of them. A failure is not remembered. */
    Made presentOr(Supplier<SandboxAddress> maker) {
        while (true) {
            var mine = new SharedAttempt<Made>();
            Optional<SharedAttempt<Made>> others;
            synchronized (this) {
                if (state == State.LIVE) {
                    return new Made(address.orElseThrow(), false);
                }
                others = making;
                if (others.isEmpty()) {
                    making = Optional.of(mine);
                }
            }
            if (others.isEmpty()) {
                return mine.make(() -> make(maker));
            }
            Optional<Made> made = others.get().await(PATIENCE);
            if (made.isPresent()) {
                return made.get();
            }
        }
    }

    /** NO_DEFAULT_SANDBOX when there is none that is thought to live. */
    synchronized SandboxAddress living() {
        if (state != State.LIVE) {
            throw SandboxException.of(Situation.NO_DEFAULT_SANDBOX);
        }
        return address.orElseThrow();
    }

    /** Killed ones included. */
    synchronized SandboxAddress latest() {
        return address.orElseThrow(() -> SandboxException.of(Situation.NO_DEFAULT_SANDBOX));
    }

    synchronized boolean killed(SandboxAddress candidate) {
        return state == State.KILLED && isHere(candidate);
    }

    synchronized void become(SandboxAddress newDefault) {
        address = Optional.of(newDefault);
        state = State.LIVE;
        lastOneEnded = false;
    }

    /** Notes that its owner ends it, before that is done; returns what it was, NONE when it is not the default. */
    synchronized State kill(SandboxAddress candidate) {
        if (!isHere(candidate)) {
            return State.NONE;
        }
        State former = state;
        state = State.KILLED;
        return former;
    }

    /** It could not be ended after all. */
    synchronized void restore(SandboxAddress candidate, State former) {
        if (former != State.NONE && killed(candidate)) {
            state = former;
        }
    }

    /** Its end has been told to its owner. */
    synchronized void told(SandboxAddress candidate) {
        if (state == State.LIVE && isHere(candidate)) {
            state = State.NONE;
            address = Optional.empty();
            lastOneEnded = true;
        }
    }

    /** Whether there is nothing here to remember or to wait for. */
    synchronized boolean blank() {
        return state == State.NONE && making.isEmpty() && !lastOneEnded;
    }

    synchronized boolean making() {
        return making.isPresent();
    }

    private Made make(Supplier<SandboxAddress> maker) {
        try {
            return place(maker.get());
        } finally {
            synchronized (this) {
                making = Optional.empty();
            }
        }
    }

    /** One that was created explicitly meanwhile stays the default. */
    private synchronized Made place(SandboxAddress made) {
        boolean replacesEnded = lastOneEnded;
        if (state != State.LIVE) {
            become(made);
        }
        return new Made(made, replacesEnded);
    }

    private boolean isHere(SandboxAddress candidate) {
        return address.equals(Optional.of(candidate));
    }
}
