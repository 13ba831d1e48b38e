package dev.sandgate.mcp.tool;

import dev.sandgate.sandbox.model.Language;
import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.SandboxRef;
import dev.sandgate.sandbox.model.SandboxStatus;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.util.Map;
import java.util.Optional;

/** One argument of each kind. */
record EveryArgument(
        @Describe("a command line") @NotBlank @Size(max = 10)
        String command,

        @Describe("how many") @Min(1) @Max(100) @Default("100")
        int limit,

        @Describe("where to begin") @PositiveOrZero @Default("0")
        long offset,

        @Describe("cores") Optional<@Positive Integer> cpu,
        @Describe("whose") Optional<SandboxRef> sandboxId,
        @Describe("which state") Optional<SandboxStatus> status,
        @Describe("which language") @Default("python") Language language,
        @Describe("variables") @Default("{}") @Size(max = 2) Map<String, @Size(max = 5) String> envs,
        @Describe("all of it") @Default("false") boolean fullPage,
        @Describe("which provider") Optional<ProviderId> provider,
        @Describe("where") Optional<@Pattern(regexp = "[a-z]+") String> region,
        @Describe("a text") @Verbatim Optional<String> content) {

    static final ArgumentShape<EveryArgument> SHAPE = ArgumentShape.of(EveryArgument.class, PlatformValidator.INSTANCE);

    /** The only required argument, and what is given. */
    static EveryArgument bind(String members) {
        return SHAPE.bind(JsonText.object("{\"command\":\"true\"" + (members.isEmpty() ? "" : ",") + members + "}"));
    }
}
