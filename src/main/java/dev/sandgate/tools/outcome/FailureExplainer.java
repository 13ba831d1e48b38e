package dev.sandgate.tools.outcome;

import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.FailureTeller;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;

/**
 * Tells a failure as the tool errors of the contract: one text block of JSON, absent keys left out. Whatever is no {@link
 * SandboxException} is {@code internal}; the log gets its class and the place it was thrown at, never its message (L8).
 *
 * <p>A cancelled call is answered by nobody. Should its exception come here nevertheless, it becomes an answer without a log line.
 */
@ApplicationScoped
public class FailureExplainer implements FailureTeller {
    private static final Logger LOG = System.getLogger(FailureExplainer.class.getName());
    private static final JsonProvider JSON = JsonProvider.provider();
    private static final Pattern FIELD = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    private static final Duration LONGEST_PAUSE = Duration.ofDays(1);
    private static final int MOST_CAUSES = 20;
    private static final String CANCELLED = "The call was cancelled; what it had begun may be half done.";

    @Override
    public Told tell(Throwable thrown, CallContext context) {
        if (thrown instanceof SandboxException known) {
            Failure failure = known.failure();
            return told(
                    failure, Advice.on(failure), failure.situation().category().word(), context);
        }
        Failure internal = Failure.of(Situation.INTERNAL);
        if (thrown instanceof CancellationException || thrown instanceof InterruptedException) {
            return told(internal, CANCELLED, "cancelled", context);
        }
        LOG.log(Level.ERROR, "request {0}: {1}", context.requestId(), whereFrom(thrown));
        return told(
                internal, Advice.on(internal), internal.situation().category().word(), context);
    }

    private static Told told(Failure failure, String advice, String outcome, CallContext context) {
        String text = JSON.createObjectBuilder()
                .add("error", error(failure, advice, context.requestId()))
                .build()
                .toString();
        return new Told(Result.failure(text), outcome, advice);
    }

    private static JsonObject error(Failure failure, String advice, String requestId) {
        Situation situation = failure.situation();
        JsonObjectBuilder error = JSON.createObjectBuilder()
                .add("code", situation.code().word())
                .add("category", situation.category().word());
        failure.upstreamStatus()
                .filter(FailureExplainer::isStatus)
                .ifPresent(status -> error.add("http_status", status));
        failure.field().filter(field -> FIELD.matcher(field).matches()).ifPresent(field -> error.add("field", field));
        error.add("advice", advice)
                .add(
                        "retryable",
                        Advice.retryable(situation) || failure.retryAfter().isPresent());
        failure.retryAfter()
                .ifPresent(pause -> error.add("retry_after_ms", bounded(pause).toMillis()));
        return error.add("request_id", requestId).build();
    }

    private static boolean isStatus(int status) {
        return status >= 100 && status <= 599;
    }

    /** The pause may be a provider's word. */
    private static Duration bounded(Duration pause) {
        if (pause.isNegative()) {
            return Duration.ZERO;
        }
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }

    /** The class, its root cause's class, and our line nearest to the throw. */
    private static String whereFrom(Throwable thrown) {
        String name = thrown.getClass().getName();
        Throwable root = thrown;
        for (int depth = 0; depth < MOST_CAUSES && root.getCause() != null; depth++) {
            root = root.getCause();
        }
        String cause = root == thrown ? "" : " from " + root.getClass().getName();
        return Arrays.stream(thrown.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("dev.sandgate."))
                .findFirst()
                .map(frame -> name + cause + " at " + frame)
                .orElse(name + cause);
    }
}
