package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.CodeError;
import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.Language;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The interpreter of a language (C12): how its kernel is started inside the sandbox, and what is said to it. JavaScript and
 * TypeScript share one kernel and so their variables.
 */
enum Interpreters {
    PYTHON("python", "python3", List.of("python3", "-B", Interpreters.DIRECTORY + "driver.py")) {
        @Override
        byte[] request(String code) {
            return code.getBytes(StandardCharsets.UTF_8);
        }
    },
    JAVASCRIPT("javascript", "node", List.of("node", Interpreters.DIRECTORY + "driver.js")) {
        @Override
        byte[] request(String code) {
            return json(code, Optional.empty());
        }
    },
    TYPESCRIPT("javascript", "node", List.of("node", Interpreters.DIRECTORY + "driver.js")) {
        @Override
        byte[] request(String code) {
            return json(code, Optional.of("typescript"));
        }
    },
    BASH(
            "bash",
            "bash",
            List.of(
                    "bash",
                    "-c",
                    ". \"$1\" && builtin eval \"$__sg_main\"",
                    "bash",
                    Interpreters.DIRECTORY + "driver.sh")) {
        /** The code alone: bash has no parser for anything else. It cannot hold a NUL either. */
        @Override
        byte[] request(String code) {
            if (code.indexOf('\0') >= 0) {
                throw SandboxException.badArgument("code");
            }
            return code.getBytes(StandardCharsets.UTF_8);
        }
    };

    /** Where the sandbox finds the drivers; their names as resources of this package are the same. */
    static final String DIRECTORY = "/run/sandgate/bin/";

    static final List<String> DRIVERS = List.of("driver.py", "driver.js", "driver.sh");

    private final String kernel;
    private final String program;
    /** Made by {@code List.of}, so as immutable as it looks. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> argv;

    Interpreters(String kernel, String program, List<String> argv) {
        this.kernel = kernel;
        this.program = program;
        this.argv = argv;
    }

    /** @throws SandboxException UNSUPPORTED when we have no driver for the language */
    static Interpreters of(Language language) {
        return switch (language) {
            case PYTHON -> PYTHON;
            case JAVASCRIPT -> JAVASCRIPT;
            case TYPESCRIPT -> TYPESCRIPT;
            case BASH -> BASH;
            case R -> throw unsupported("R (Rscript)");
        };
    }

    /** The name of the process that keeps the state. */
    String kernel() {
        return kernel;
    }

    List<String> argv() {
        return argv;
    }

    /** @throws SandboxException BAD_ARGUMENT at {@code code} when the language cannot read such code */
    abstract byte[] request(String code);

    /**
     * What the kernel answered. The bytes are hostile: an answer that is none is told as an error of the code's own doing.
     *
     * @throws SandboxException UNSUPPORTED when the interpreter is too old for the language
     */
    Answer answer(byte[] response) {
        var answer = AnswerReader.read(response);
        if (answer.unsupported() && this == TYPESCRIPT) {
            throw unsupported("Node.js 22.13 or newer (TypeScript)");
        }
        return answer;
    }

    /** For a kernel that could not be started because its program is not there (ENOENT). */
    SandboxException missing() {
        return unsupported(program);
    }

    /**
     * What to tell about a kernel that ended without an answer: the state is gone, and the next call starts a new one.
     *
     * @param exitCode of the kernel, 128 + n by signal n, negative when unknown
     */
    static Answer died(int exitCode) {
        var how = exitCode < 0 ? "it was ended" : "exit code " + exitCode;
        return new Answer(
                List.of(),
                Optional.of(new CodeError("KernelDied", "the interpreter ended (" + how + "); its state is lost", "")),
                false);
    }

    private static SandboxException unsupported(String what) {
        return new SandboxException(Failure.of(Situation.UNSUPPORTED).about(what));
    }

    private static byte[] json(String code, Optional<String> language) {
        JsonObjectBuilder request = Json.createObjectBuilder().add("code", code);
        language.ifPresent(word -> request.add("language", word));
        return request.build().toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * A kernel's answer.
     *
     * @param results each by mime type, values as {@link dev.sandgate.sandbox.model.CodeResult} has them
     * @param unsupported the interpreter cannot run this language
     */
    record Answer(List<Map<String, String>> results, Optional<CodeError> error, boolean unsupported) {}
}
