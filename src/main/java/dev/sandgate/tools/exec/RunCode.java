package dev.sandgate.tools.exec;

import dev.sandgate.mcp.tool.AsTask;
import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.Card;
import dev.sandgate.mcp.tool.Default;
import dev.sandgate.mcp.tool.Describe;
import dev.sandgate.mcp.tool.Group;
import dev.sandgate.mcp.tool.OmitWhenEmpty;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.mcp.tool.Tool;
import dev.sandgate.mcp.tool.Verbatim;
import dev.sandgate.sandbox.conversation.Conversations;
import dev.sandgate.sandbox.conversation.Use;
import dev.sandgate.sandbox.model.CodeError;
import dev.sandgate.sandbox.model.CodeRequest;
import dev.sandgate.sandbox.model.Language;
import dev.sandgate.sandbox.model.SandboxRef;
import dev.sandgate.sandbox.workspace.CodeRun;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs source code in a sandbox's interpreter, which keeps its state between calls (C12). */
@ApplicationScoped
public class RunCode implements Tool<RunCode.Arguments> {
    private static final int MOST_CODE = 15 * 1024 * 1024;

    public record Arguments(
            @Describe("source code") @NotBlank @Size(max = MOST_CODE) @Verbatim
            String code,

            @Describe("its language") @Default("python") Language language,

            @Describe("id, or provider:id; your default sandbox when left out")
            Optional<SandboxRef> sandboxId,

            @Describe("seconds after which the code is stopped") @Min(1) @Max(3600) @Default("30")
            int timeout) {}

    public record OutputFile(String name, String path, long size) {}

    public record Ended(
            String sandboxId,
            String stdout,
            String stderr,

            @Describe("0, or 1 when there is an error; null after a timeout")
            Optional<Integer> exitCode,

            boolean timedOut,

            @Describe("the middle of a long output is left out; all of it is in full_output_path")
            boolean truncated,

            @OmitWhenEmpty @Describe("file in the sandbox with the whole output of both streams")
            Optional<String> fullOutputPath,

            @Describe("what the code showed, each value by mime type; images as base64")
            List<Map<String, String>> results,

            @OmitWhenEmpty @Describe("what the code raised") Optional<CodeError> error,

            @Describe("files in the home directory that the code made or changed, 50 at most")
            List<OutputFile> outputFiles,

            @OmitWhenEmpty Optional<String> notice) {

        static Ended of(CodeRun run, Use use) {
            var result = run.result();
            return new Ended(
                    use.sandboxId(),
                    result.stdout().text(),
                    result.stderr().text(),
                    result.exitCode(),
                    result.timedOut(),
                    result.truncated(),
                    result.fullOutputPath(),
                    result.results(),
                    result.error(),
                    run.outputFiles().stream()
                            .map(file -> new OutputFile(file.name(), file.path(), file.size()))
                            .toList(),
                    use.notice());
        }
    }

    private final Conversations conversations;

    @Inject
    public RunCode(Conversations conversations) {
        this.conversations = conversations;
    }

    @Override
    public Card card() {
        return Card.named("run_code", Group.EXEC)
                .saying(
                        "Run code in a sandbox and wait for it. Variables, imports and functions are kept between calls of the same"
                                + " language and sandbox. The last value shown and rich values (text, html, png, svg, json) come back in"
                                + " results, what was raised in error, files written to the home directory in output_files. Creates your"
                                + " default sandbox when there is none.")
                .returning(Ended.class)
                .asDestructive()
                .asOpenWorld()
                .asTask(AsTask.OFFERED);
    }

    @Override
    public Result call(Arguments in, CallContext context) {
        var request = new CodeRequest(in.code(), in.language(), Duration.ofSeconds(in.timeout()));
        var use = conversations.of(context.caller()).use(in.sandboxId());
        var run = use.workspace().runCode(request);
        return Result.of(Ended.of(run, use), FileLinks.to(use, run.result().fullOutputPath(), run.outputFiles()));
    }
}
