package dev.sandgate.sandbox.conversation;

import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Remembers scopes in bounded memory. Conversations have no end of their own: when there are too many, those are forgotten that
 * have not been used for an hour (or never held anything) and own nothing that may live. Sessions that ended are remembered as
 * such for a while, so that a late call cannot make them anew. Thread-safe.
 */
final class Scopes {
    static final int MOST = 50_000;
    static final Duration RECENT = Duration.ofHours(1);
    private static final Duration RECENT_BLANK = Duration.ofMinutes(1);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
    private static final int MOST_ENDED = 10_000;

    private final Clock clock;
    private final Function<Caller, Holdings> maker;
    private final Map<Caller, Remembered> live = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Caller, Boolean> ended = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Caller, Boolean> eldest) {
            return size() > MOST_ENDED;
        }
    };

    private Instant nextLook = Instant.MIN;

    Scopes(Clock clock, Function<Caller, Holdings> maker) {
        this.clock = clock;
        this.maker = maker;
    }

    private record Remembered(Holdings holdings, Instant lastUsed) {}

    synchronized Holdings of(Caller caller) {
        if (ended.containsKey(caller)) {
            throw SandboxException.of(Situation.CONFLICT);
        }
        Remembered known = live.get(caller);
        if (known == null && live.size() >= MOST) {
            makeRoom();
        }
        Holdings holdings = known == null ? maker.apply(caller) : known.holdings;
        live.put(caller, new Remembered(holdings, clock.instant()));
        return holdings;
    }

    synchronized Optional<Holdings> end(Caller session) {
        ended.put(session, true);
        return Optional.ofNullable(live.remove(session)).map(Remembered::holdings);
    }

    private void makeRoom() {
        if (!clock.instant().isBefore(nextLook)) {
            forgetSome();
        }
        if (live.size() >= MOST) {
            nextLook = clock.instant().plus(LOOK_AGAIN);
            throw new SandboxException(Failure.of(Situation.LIMIT_REACHED).about("conversations"));
        }
    }

    /** From the longest unused on, a tenth at a time, so that not every call has to look. */
    private void forgetSome() {
        int wanted = MOST / 10;
        for (Iterator<Map.Entry<Caller, Remembered>> oldest = live.entrySet().iterator();
                oldest.hasNext() && wanted > 0; ) {
            var entry = oldest.next();
            if (entry.getKey().scope() instanceof Caller.Conversation && isForgettable(entry.getValue())) {
                entry.getValue().holdings.close();
                oldest.remove();
                wanted--;
            }
        }
    }

    private boolean isForgettable(Remembered scope) {
        Instant now = clock.instant();
        return (scope.lastUsed.isBefore(now.minus(RECENT)) && scope.holdings.idle())
                || (scope.lastUsed.isBefore(now.minus(RECENT_BLANK)) && scope.holdings.blank());
    }
}
