package dev.sandgate.tools.lifecycle;

import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.Card;
import dev.sandgate.mcp.tool.Default;
import dev.sandgate.mcp.tool.Describe;
import dev.sandgate.mcp.tool.Group;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.mcp.tool.Tool;
import dev.sandgate.sandbox.lifecycle.Lifecycle;
import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.SandboxQuery;
import dev.sandgate.sandbox.model.SandboxStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Optional;

/** Lists what a provider has (L2). Knows nothing of defaults and owners, so it cannot change them. */
@ApplicationScoped
public class ListSandboxes implements Tool<ListSandboxes.Arguments> {

    public record Arguments(
            @Describe("only those in this state; when left out, all that have not ended")
            Optional<SandboxStatus> status,

            @Describe("at most so many") @Min(1) @Max(SandboxQuery.MAX_LIMIT) @Default("100")
            int limit,

            @Describe("skip so many; the next page is a larger offset") @Min(0) @Default("0")
            int offset,

            @Describe("id of a configured provider; the default one when left out")
            Optional<ProviderId> provider,

            @Describe("only those in this region") Optional<@Size(min = 1, max = 64) String> region) {}

    public record Page(List<Metadata> sandboxes, int limit, int offset) {}

    private final Lifecycle lifecycle;

    @Inject
    public ListSandboxes(Lifecycle lifecycle) {
        this.lifecycle = lifecycle;
    }

    @Override
    public Card card() {
        return Card.named("list_sandboxes", Group.LIFECYCLE)
                .saying(
                        "List sandboxes, newest first, each with its metadata. There is no total: a page shorter than limit is the"
                                + " last one. Sandboxes that ended are listed only for status stopped or error, for one hour. Creates"
                                + " nothing and changes no default.")
                .returning(Page.class)
                .asReadOnly();
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        var query = new SandboxQuery(in.status(), in.limit(), in.offset(), in.region());
        var sandboxes = lifecycle.list(in.provider(), query).stream()
                .map(sandbox -> Metadata.of(sandbox, lifecycle))
                .toList();
        return Result.of(new Page(sandboxes, in.limit(), in.offset()));
    }
}
