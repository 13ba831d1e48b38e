package dev.sandgate.tools.all;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.mcp.tool.Result;
import dev.sandgate.mcp.tool.TestContext;
import dev.sandgate.mcp.tool.ToolAnswer;
import dev.sandgate.mcp.tool.ToolEntry;
import dev.sandgate.sandbox.conversation.House;
import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.FakeProvider.Operation;
import dev.sandgate.tools.outcome.FailureExplainer;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * L4, L8, L11; case 40: a token, an address and a stack trace in a provider's failure, and a secret in the environment of a sandbox, are
 * in no result of any tool and in no log line of any level.
 */
class LeakTest {
    private static final String TOKEN = "e2b_9f8e7d6c5b4a";
    private static final String ADDRESS = "https://api.provider.example/v1/sandboxes?key=" + TOKEN;
    private static final String SECRET = "s3cr3t-env";
    private static final List<String> NEVER =
            List.of(TOKEN, "provider.example", SECRET, "\tat ", "NullPointerException: ");

    private final EveryTool every = new EveryTool();
    private final FailureExplainer explainer = new FailureExplainer();
    private final Logger root = Logger.getLogger("dev.sandgate");
    private final Recorder recorder = new Recorder();

    @BeforeEach
    void listen() {
        root.addHandler(recorder);
        root.setLevel(Level.ALL);
        root.setUseParentHandlers(false);
    }

    @AfterEach
    void close() {
        root.setUseParentHandlers(true);
        root.setLevel(null);
        root.removeHandler(recorder);
        every.close();
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void whatAProviderSays_staysWithIt(Operation operation) {
        every.house.create(House.session("me"), 300);
        every.house.provider.breakWith(operation, defect());
        int failed = 0;
        for (ToolEntry tool : every.tools()) {
            String said = said(tool, EveryTool.goodArguments(tool));
            failed += said.contains("\"isError\":true") ? 1 : 0;
            assertNothingIn(said);
        }
        assertTrue(failed > 0, "no tool met the defect");
        assertNothingIn(recorder.text());
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void statusOfAProvider_isAllThatIsTold(Operation operation) {
        every.house.create(House.session("me"), 300);
        every.house.provider.fail(
                operation, Failure.of(Situation.PROVIDER_REJECTED).answered(418));
        int told = 0;
        for (ToolEntry tool : every.tools()) {
            String said = said(tool, EveryTool.goodArguments(tool));
            told += said.contains("\\\"http_status\\\":418") ? 1 : 0;
        }
        assertTrue(told > 0, "no tool met the failure");
    }

    @ParameterizedTest
    @EnumSource(Situation.class)
    void secretOfASandbox_isInNoResultAndNoLog(Situation situation) {
        var create = tool("create_sandbox");
        var arguments = Json.createObjectBuilder()
                .add("envs", Json.createObjectBuilder().add("SECRET", SECRET))
                .build();
        assertNothingIn(said(create, arguments));
        for (Operation operation : Operation.values()) {
            every.house.provider.fail(operation, situation);
        }
        every.tools().forEach(tool -> assertNothingIn(said(tool, EveryTool.goodArguments(tool))));
        assertNothingIn(said(create, arguments));
        assertNothingIn(recorder.text());
        Arrays.stream(Operation.values()).forEach(every.house.provider::mend);
        assertEquals(1, every.house.provider.living().size());
    }

    private ToolEntry tool(String name) {
        return every.tools().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** As the protocol would send it. */
    private String said(ToolEntry tool, JsonObject arguments) {
        var context = new TestContext(House.session("me"), "req-1");
        return begun(tool, arguments, context)
                .orTimeout(30, TimeUnit.SECONDS)
                .handle((result, thrown) -> thrown == null
                        ? result
                        : explainer.tell(thrown, context).result())
                .thenApply(result -> ToolAnswer.of(result).toString())
                .join();
    }

    private static CompletableFuture<Result> begun(ToolEntry tool, JsonObject arguments, TestContext context) {
        try {
            return tool.begin(arguments, context);
        } catch (RuntimeException thrown) {
            return CompletableFuture.failedFuture(thrown);
        }
    }

    private static void assertNothingIn(String text) {
        NEVER.forEach(word -> assertFalse(text.contains(word), () -> word + " in " + text));
    }

    private static RuntimeException defect() {
        var cause =
                new IOException("POST " + ADDRESS + " answered 500: NullPointerException: at com.provider.Secret.run");
        return new UncheckedIOException("cannot reach " + ADDRESS, cause);
    }

    /** Everything that is logged, as a file would have it. */
    private static final class Recorder extends Handler {
        private final List<String> lines = new ArrayList<>();
        private final SimpleFormatter formatter = new SimpleFormatter();

        @Override
        public synchronized void publish(LogRecord line) {
            lines.add(formatter.format(line));
        }

        synchronized String text() {
            return String.join("", lines);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
