package dev.sandgate.tools.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.mcp.tool.Content;
import dev.sandgate.mcp.tool.FailureTeller.Told;
import dev.sandgate.mcp.tool.JsonText;
import dev.sandgate.mcp.tool.TestContext;
import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.text.MessageFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** L7, L8, C9 and the contract's tool errors. */
class FailureExplainerTest {
    private static final String SECRET = "s3cr3t https://provider/v1?token=abc";

    private final FailureExplainer explainer = new FailureExplainer();

    @ParameterizedTest
    @CsvSource({
        "BAD_ARGUMENT,          SANDBOX_INVALID_PARAMETER,     invalid_parameter,    false",
        "NOT_TEXT,              SANDBOX_INVALID_PARAMETER,     invalid_parameter,    false",
        "UNAUTHENTICATED,       SANDBOX_AUTHORIZATION_EXPIRED, unauthorized,         false",
        "FORBIDDEN,             SANDBOX_AUTHORIZATION_EXPIRED, unauthorized,         false",
        "SANDBOX_NOT_FOUND,     SANDBOX_INSTANCE_UNAVAILABLE,  not_found,            false",
        "NO_DEFAULT_SANDBOX,    SANDBOX_INSTANCE_UNAVAILABLE,  not_found,            false",
        "DEFAULT_SANDBOX_ENDED, SANDBOX_INSTANCE_UNAVAILABLE,  not_found,            true",
        "NO_CONVERSATION,       SANDBOX_INVALID_PARAMETER,     invalid_parameter,    false",
        "FILE_NOT_FOUND,        SANDBOX_FAILED_OPERATION,      not_found,            false",
        "TASK_NOT_FOUND,        SANDBOX_FAILED_OPERATION,      not_found,            false",
        "CONFLICT,              SANDBOX_INVALID_PARAMETER,     conflict,             false",
        "LIMIT_REACHED,         SANDBOX_LIMIT_EXCEEDED,        limit,                true",
        "TOO_LARGE,             SANDBOX_LIMIT_EXCEEDED,        limit,                false",
        "DISK_FULL,             SANDBOX_LIMIT_EXCEEDED,        limit,                false",
        "UNSUPPORTED,           SANDBOX_FAILED_OPERATION,      unsupported,          false",
        "PROVIDER_REJECTED,     SANDBOX_FAILED_OPERATION,      provider_rejected,    false",
        "PROVIDER_UNAVAILABLE,  SANDBOX_NETWORK_ERROR,         provider_unavailable, true",
        "TIMED_OUT,             SANDBOX_FAILED_OPERATION,      timeout,              true",
        "INTERNAL,              SANDBOX_UNKNOWN_ERROR,         internal,             false"
    })
    void situation_hasItsCodeCategoryAndAdvice(Situation situation, String code, String category, boolean retryable) {
        Told told = explainer.tell(SandboxException.of(situation), TestContext.PLAIN);
        JsonObject error = errorOf(told);
        assertEquals(Set.of("code", "category", "advice", "retryable", "request_id"), error.keySet());
        assertEquals(code, error.getString("code"));
        assertEquals(category, error.getString("category"));
        assertFalse(error.getString("advice").isBlank());
        assertEquals(retryable, error.getBoolean("retryable"));
        assertEquals("req-1", error.getString("request_id"));
        assertEquals(category, told.outcome());
    }

    @Test
    void everythingKnown_isTold() {
        var failure =
                Failure.of(Situation.PROVIDER_REJECTED).at("cpu").answered(429).retryAfter(Duration.ofMillis(1500));
        JsonObject error = errorOf(explainer.tell(new SandboxException(failure), TestContext.PLAIN));
        assertEquals(
                List.of(
                        "code",
                        "category",
                        "http_status",
                        "field",
                        "advice",
                        "retryable",
                        "retry_after_ms",
                        "request_id"),
                List.copyOf(error.keySet()));
        assertEquals(429, error.getInt("http_status"));
        assertEquals("cpu", error.getString("field"));
        assertEquals(1500, error.getInt("retry_after_ms"));
        assertTrue(error.getBoolean("retryable"));
    }

    @ParameterizedTest
    @CsvSource({
        "NOT_TEXT, download_file",
        "SANDBOX_NOT_FOUND, create_sandbox",
        "NO_DEFAULT_SANDBOX, create_sandbox",
        "DEFAULT_SANDBOX_ENDED, files are gone",
        "DEFAULT_SANDBOX_ENDED, create_sandbox",
        "NO_CONVERSATION, sandbox_id",
        "NO_CONVERSATION, X-Conversation-Id",
        "FILE_NOT_FOUND, list_files",
        "TASK_NOT_FOUND, start_task",
        "LIMIT_REACHED, kill_sandbox"
    })
    void advice_namesTheWayOut(Situation situation, String word) {
        assertTrue(Advice.on(Failure.of(situation)).contains(word));
    }

    @ParameterizedTest
    @EnumSource(names = {"LIMIT_REACHED", "TOO_LARGE", "UNSUPPORTED"})
    void advice_namesTheSubject(Situation situation) {
        assertTrue(Advice.on(Failure.of(situation).about("sandgate.task.max")).contains("sandgate.task.max"));
    }

    @ParameterizedTest
    @EnumSource
    void subjectOrFieldThatIsNoWordOfOurs_isNotTold(Situation situation) {
        var failure = Failure.of(situation).about(SECRET).at(SECRET).answered(99_999);
        Told told = explainer.tell(new SandboxException(failure), TestContext.PLAIN);
        assertFalse(told.toString().contains("s3cr3t"));
        assertFalse(errorOf(told).containsKey("field"));
        assertFalse(errorOf(told).containsKey("http_status"));
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 86_401, Long.MAX_VALUE})
    void pauseOfAnyLength_isTold(long seconds) {
        var failure = Failure.of(Situation.LIMIT_REACHED).retryAfter(Duration.ofSeconds(seconds));
        JsonObject error = errorOf(explainer.tell(new SandboxException(failure), TestContext.PLAIN));
        long pause = error.getJsonNumber("retry_after_ms").longValueExact();
        assertTrue(pause >= 0 && pause <= 86_400_000);
    }

    @Test
    void foreignException_isInternalWithoutItsText() {
        for (Throwable foreign : List.of(
                new IllegalStateException(SECRET),
                new UncheckedIOException(new IOException(SECRET)),
                new IllegalArgumentException(SECRET, new RuntimeException(SECRET)),
                new StackOverflowError(SECRET),
                new AssertionError(SECRET))) {
            Told told = explainer.tell(foreign, TestContext.PLAIN);
            assertEquals("internal", told.outcome());
            assertFalse(told.toString().contains("s3cr3t"));
        }
    }

    @Test
    void logOfAForeignException_namesClassesAndPlaceOnly() {
        List<LogRecord> log =
                logOf(() -> explainer.tell(new UncheckedIOException(new IOException(SECRET)), TestContext.PLAIN));
        assertEquals(1, log.size());
        String line = lineOf(log.get(0));
        assertTrue(line.contains("req-1")
                && line.contains("UncheckedIOException from java.io.IOException at dev.sandgate"));
        assertFalse(line.contains("s3cr3t"));
        assertEquals(Optional.empty(), Optional.ofNullable(log.get(0).getThrown()));
    }

    @Test
    void knownFailureAndCancellation_areNotLogged() {
        assertEquals(List.of(), logOf(() -> {
            explainer.tell(SandboxException.badArgument("timeout"), TestContext.PLAIN);
            explainer.tell(new CancellationException(SECRET), TestContext.PLAIN);
            explainer.tell(new InterruptedException(SECRET), TestContext.PLAIN);
        }));
    }

    @Test
    void cancellation_isCalledByItsName() {
        Told told = explainer.tell(new CancellationException(SECRET), TestContext.PLAIN);
        assertEquals("cancelled", told.outcome());
        assertFalse(told.toString().contains("s3cr3t"));
    }

    private static JsonObject errorOf(Told told) {
        assertTrue(told.result().failed());
        assertTrue(told.result().structured().isEmpty());
        assertEquals(1, told.result().content().size());
        JsonObject block =
                JsonText.object(((Content.Text) told.result().content().get(0)).text());
        assertEquals(Set.of("error"), block.keySet());
        return block.getJsonObject("error");
    }

    private static String lineOf(LogRecord logged) {
        return MessageFormat.format(logged.getMessage(), logged.getParameters());
    }

    private static List<LogRecord> logOf(Runnable action) {
        List<LogRecord> records = new ArrayList<>();
        Logger logger = Logger.getLogger(FailureExplainer.class.getName());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord logged) {
                records.add(logged);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try {
            action.run();
        } finally {
            logger.removeHandler(handler);
        }
        return records;
    }
}
