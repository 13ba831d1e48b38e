package dev.sandgate.mcp.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls one tool as the catalogue would: JSON in, JSON out, both by the tool's own schemas. */
public record ToolCaller(ToolEntry entry, Caller caller) {

    public static ToolCaller of(Tool<?> tool, Caller caller) {
        return new ToolCaller(ToolEntry.of(tool, tool.getClass(), PlatformValidator.INSTANCE), caller);
    }

    public ToolCaller as(Caller other) {
        return new ToolCaller(entry, other);
    }

    /** @param arguments JSON with single quotes */
    public JsonObject call(String arguments) {
        var result = outcome(entry, json(arguments), new TestContext(caller, "req-1"));
        JsonObject structured = RecordJson.of(result.structured().orElseThrow(), Naming.SNAKE_CASE);
        assertTrue(Conforms.to(entry.describe().getJsonObject("outputSchema"), structured));
        return structured;
    }

    /** The URIs that the result links to; it holds nothing else besides what is structured. */
    public List<String> links(String arguments) {
        return outcome(entry, json(arguments), new TestContext(caller, "req-1")).content().stream()
                .map(block -> ((Content.ResourceLink) block).uri())
                .toList();
    }

    public Failure failure(String arguments) {
        return assertThrows(
                        SandboxException.class, () -> outcome(entry, json(arguments), new TestContext(caller, "req-1")))
                .failure();
    }

    public void assertRefuses(String field, String arguments) {
        assertEquals(Failure.of(Situation.BAD_ARGUMENT).at(field), failure(arguments), arguments);
    }

    public JsonObject annotations() {
        return entry.describe().getJsonObject("annotations");
    }

    /** Waits for what the tool gives; throws what the tool threw. */
    static Result outcome(ToolEntry entry, JsonObject arguments, CallContext context) {
        try {
            return entry.asPromised(entry.begin(arguments, context).get(30, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException thrown) {
                throw thrown;
            }
            throw new AssertionError(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonObject json(String singleQuoted) {
        try (var reader = Json.createReader(new StringReader(singleQuoted.replace('\'', '"')))) {
            return reader.readObject();
        }
    }
}
