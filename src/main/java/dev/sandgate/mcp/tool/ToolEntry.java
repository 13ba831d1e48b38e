package dev.sandgate.mcp.tool;

import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;
import jakarta.validation.Validator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/** A tool as the catalogue holds it: the bean, its derived schemas, its description. Immutable and thread-safe. */
public final class ToolEntry {
    private static final JsonProvider JSON = JsonProvider.provider();
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,63}");

    private final Card card;
    private final JsonObject description;
    private final BiFunction<JsonObject, CallContext, CompletableFuture<Result>> call;

    private ToolEntry(
            Card card, JsonObject description, BiFunction<JsonObject, CallContext, CompletableFuture<Result>> call) {
        this.card = card;
        this.description = description;
        this.call = call;
    }

    /**
     * @param tool may be a client proxy
     * @param beanClass the class that the tool's file declares; the argument record is found through its generic interface
     * @throws ToolDefect when the tool is wrong as it was written
     */
    public static ToolEntry of(Tool<?> tool, Class<?> beanClass, Validator validator) {
        try {
            return capture(tool, ToolTypes.argumentsOf(beanClass), validator);
        } catch (ToolDefect defect) {
            throw new ToolDefect(beanClass.getName() + ": " + defect.getMessage());
        }
    }

    /**
     * A tool that takes its arguments as they come: nothing derives its schema, and nothing binds or checks by it.
     *
     * @param inputSchema shown as it is
     * @param call blocks until the work is done, as {@link Tool#call} does
     */
    public static ToolEntry of(Card card, JsonObject inputSchema, BiFunction<JsonObject, CallContext, Result> call) {
        requireGood(card);
        return new ToolEntry(card, describe(card, inputSchema), call.andThen(CompletableFuture::completedFuture));
    }

    @SuppressWarnings("unchecked") // the tool's declaration says that its A is this very record
    private static <A extends Record> ToolEntry capture(Tool<?> tool, Class<A> arguments, Validator validator) {
        return entry((Tool<A>) tool, ArgumentShape.of(arguments, validator));
    }

    private static <A extends Record> ToolEntry entry(Tool<A> tool, ArgumentShape<A> shape) {
        Card card = tool.card();
        requireGood(card);
        return new ToolEntry(
                card, describe(card, shape.schema()), (given, context) -> begin(tool, shape.bind(given), context));
    }

    private static <A extends Record> CompletableFuture<Result> begin(Tool<A> tool, A arguments, CallContext context) {
        return tool instanceof WaitingTool<A> waiting
                ? waiting.begin(arguments, context)
                : CompletableFuture.completedFuture(tool.call(arguments, context));
    }

    public String name() {
        return card.name();
    }

    public Group group() {
        return card.group();
    }

    public AsTask asTask() {
        return card.asTask();
    }

    /** The element of {@code tools/list}: the same object every time, in both eras. */
    public JsonObject describe() {
        return description;
    }

    /**
     * Binds, validates, calls. The future is done when this returns unless the tool is a {@link WaitingTool}, which hears of its
     * cancellation.
     *
     * @param arguments {@code params.arguments}, an empty object when the request had none
     * @throws dev.sandgate.sandbox.model.SandboxException for a bad argument, and whatever the tool throws
     */
    public CompletableFuture<Result> begin(JsonObject arguments, CallContext context) {
        return call.apply(arguments, context);
    }

    /**
     * What is declared as output schema is what is sent (2026-07-28, server/tools; E10).
     *
     * @throws IllegalStateException when it is another
     */
    public Result asPromised(Result result) {
        Optional<Class<?>> given = result.structured().map(Record::getClass);
        Optional<Class<?>> promised =
                result.failed() ? Optional.empty() : card.result().map(type -> type);
        if (!given.equals(promised)) {
            throw new IllegalStateException("not the result that the card of " + card.name() + " promises");
        }
        return result;
    }

    private static void requireGood(Card card) {
        if (!NAME.matcher(card.name()).matches()) {
            throw new ToolDefect("a tool's name is [a-z][a-z0-9_]{0,63}");
        }
        if (card.description().isBlank()) {
            throw new ToolDefect("no description");
        }
        if (card.readOnly() && card.destructive()) {
            throw new ToolDefect("both read-only and destructive");
        }
    }

    private static JsonObject describe(Card card, JsonObject inputSchema) {
        var description = JSON.createObjectBuilder()
                .add("name", card.name())
                .add("description", card.description())
                .add("inputSchema", inputSchema);
        card.result()
                .ifPresent(type ->
                        description.add("outputSchema", OutputShape.of(type).schema()));
        return description
                .add(
                        "annotations",
                        JSON.createObjectBuilder()
                                .add("readOnlyHint", card.readOnly())
                                .add("destructiveHint", card.destructive())
                                .add("idempotentHint", card.idempotent())
                                .add("openWorldHint", card.openWorld()))
                .build();
    }
}
