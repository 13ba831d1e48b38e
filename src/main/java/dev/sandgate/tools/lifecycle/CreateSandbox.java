package dev.sandgate.tools.lifecycle;

import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.Card;
import dev.sandgate.mcp.tool.Default;
import dev.sandgate.mcp.tool.Describe;
import dev.sandgate.mcp.tool.Group;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.mcp.tool.Tool;
import dev.sandgate.sandbox.conversation.ConversationSettings;
import dev.sandgate.sandbox.conversation.Conversations;
import dev.sandgate.sandbox.lifecycle.Creation;
import dev.sandgate.sandbox.lifecycle.IdempotencyKey;
import dev.sandgate.sandbox.lifecycle.Lifecycle;
import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.SandboxSpec;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Makes a sandbox, which becomes the default of the session or conversation (L5). */
@ApplicationScoped
public class CreateSandbox implements Tool<CreateSandbox.Arguments> {

    public record Arguments(
            @Describe("what it is made from; the configured template when left out")
            Optional<@Size(min = 1, max = 128) String> template,

            @Describe("life in seconds from now; 300 unless configured otherwise. Using the sandbox prolongs it")
            Optional<@Min(1) @Max(86_400) Integer> timeout,

            @Describe("environment variables of everything that runs in it") @Default("{}") @Size(max = 200)
            Map<@Pattern(regexp = "[A-Za-z_][A-Za-z0-9_]{0,254}") String, @Size(max = 32_768) String> envs,

            @Describe("where it shall run; the provider's default when left out")
            Optional<@Size(min = 1, max = 64) String> region,

            @Describe("cores; the provider's default when left out")
            Optional<@Positive Integer> cpu,

            @Describe("memory in MB; the provider's default when left out")
            Optional<@Positive Integer> memory,

            @Describe("id of a configured provider; the default one when left out")
            Optional<ProviderId> provider,

            @Describe(
                    "a name of your own for this creation: repeating the call with it within 24 hours gives the same sandbox"
                            + " instead of a second one")
            Optional<@Size(min = 1, max = IdempotencyKey.MAX_LENGTH) String> idempotencyKey) {}

    private final Conversations conversations;
    private final Lifecycle lifecycle;
    private final ConversationSettings settings;

    @Inject
    public CreateSandbox(Conversations conversations, Lifecycle lifecycle, ConversationSettings settings) {
        this.conversations = conversations;
        this.lifecycle = lifecycle;
        this.settings = settings;
    }

    @Override
    public Card card() {
        return Card.named("create_sandbox", Group.LIFECYCLE)
                .saying(
                        "Create a new, empty, isolated Linux sandbox and make it your default: tools that take sandbox_id use it"
                                + " when none is given. Not needed before the other tools, which create a default when there is none."
                                + " Returns the sandbox's metadata.")
                .returning(Metadata.class);
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        var wanted = new Creation(in.provider(), spec(in), in.idempotencyKey().map(IdempotencyKey::new));
        return Result.of(Metadata.of(conversations.of(context.caller()).create(wanted), lifecycle));
    }

    private SandboxSpec spec(Arguments in) {
        return new SandboxSpec(
                in.template(),
                in.timeout().map(Duration::ofSeconds).orElse(settings.sandboxTimeout()),
                in.envs(),
                in.region(),
                in.cpu(),
                in.memory());
    }
}
