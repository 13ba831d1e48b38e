package dev.sandgate.provider.local;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;

/** The caller was interrupted while the supervisor worked for it. The supervisor is asked for the end, which comes later. */
final class Unanswered extends CancellationException {
    private static final long serialVersionUID = 1L;

    private final transient CompletionStage<?> end;

    /** @param end completes, well or badly, when nothing of the operation goes on any more */
    Unanswered(CompletionStage<?> end) {
        super("interrupted");
        this.end = end;
    }

    CompletionStage<?> end() {
        return end;
    }
}
