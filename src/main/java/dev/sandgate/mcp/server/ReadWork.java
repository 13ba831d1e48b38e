package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.JsonText;
import dev.sandgate.mcp.jsonrpc.RpcError;
import dev.sandgate.mcp.resource.ResourceContents;
import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.FailureTeller;
import dev.sandgate.sandbox.model.FailureCategory;
import dev.sandgate.sandbox.model.SandboxException;
import jakarta.json.JsonString;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** {@code resources/read}: whatever goes wrong is an error of the protocol, with advice for its message. */
record ReadWork(ResourceCatalogue resources, String uri, Era era, FailureTeller failures)
        implements Work<Optional<ResourceContents>> {
    private static final int LONGEST_URI = 16_384;

    /** @throws RpcError for a malformed request */
    static ReadWork of(Turn turn, ResourceCatalogue resources, FailureTeller failures) {
        if (turn.params().get("uri") instanceof JsonString uri && uri.getChars().length() <= LONGEST_URI) {
            return new ReadWork(resources, uri.getString(), turn.era(), failures);
        }
        throw RpcError.invalidParams("Invalid params: uri must be a string of at most " + LONGEST_URI + " characters");
    }

    @Override
    public String name() {
        return "resources/read";
    }

    @Override
    public CompletableFuture<Optional<ResourceContents>> begin(CallContext context) {
        return CompletableFuture.completedFuture(resources.read(uri, context));
    }

    @Override
    public Ending given(Optional<ResourceContents> contents) {
        return contents.map(this::found)
                .orElseGet(() -> Ending.of(era.resourceNotFound(uri), FailureCategory.NOT_FOUND.word()));
    }

    @Override
    public Ending told(Throwable thrown, CallContext context) {
        FailureTeller.Told told = failures.tell(thrown, context);
        return Ending.of(error(thrown, told.advice()), told.outcome());
    }

    private Ending found(ResourceContents contents) {
        var result = JsonText.object()
                .add("contents", JsonText.array().add(contents.json()))
                .build();
        return Ending.of(era.passing(result), "ok");
    }

    private RpcError error(Throwable thrown, String advice) {
        FailureCategory category = thrown instanceof SandboxException known
                ? known.failure().situation().category()
                : FailureCategory.INTERNAL;
        return switch (category) {
            case NOT_FOUND -> era.resourceNotFound(uri);
            case INVALID_PARAMETER -> RpcError.invalidParams(advice);
            case UNAUTHORIZED,
                    CONFLICT,
                    LIMIT,
                    UNSUPPORTED,
                    PROVIDER_REJECTED,
                    PROVIDER_UNAVAILABLE,
                    TIMEOUT,
                    INTERNAL -> RpcError.of(RpcError.INTERNAL_ERROR, advice);
        };
    }
}
