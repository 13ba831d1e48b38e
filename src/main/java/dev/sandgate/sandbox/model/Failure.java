package dev.sandgate.sandbox.model;

import java.time.Duration;
import java.util.Optional;

/**
 * What went wrong, in words that are safe to tell: no text of a provider, no value of a request (L8).
 *
 * @param field name of the offending argument as the caller wrote it ({@code sandbox_id})
 * @param upstreamStatus HTTP status the provider answered
 * @param subject a fixed word of ours that the advice may name: a program that is not installed, a limit that was reached
 */
public record Failure(
        Situation situation,
        Optional<String> field,
        Optional<Integer> upstreamStatus,
        Optional<Duration> retryAfter,
        Optional<String> subject) {

    public static Failure of(Situation situation) {
        return new Failure(situation, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public Failure at(String field) {
        return new Failure(situation, Optional.of(field), upstreamStatus, retryAfter, subject);
    }

    public Failure answered(int status) {
        return new Failure(situation, field, Optional.of(status), retryAfter, subject);
    }

    public Failure retryAfter(Duration pause) {
        return new Failure(situation, field, upstreamStatus, Optional.of(pause), subject);
    }

    public Failure about(String subject) {
        return new Failure(situation, field, upstreamStatus, retryAfter, Optional.of(subject));
    }
}
