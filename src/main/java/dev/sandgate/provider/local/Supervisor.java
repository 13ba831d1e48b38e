package dev.sandgate.provider.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The program that becomes bubblewrap outside and is pid 1 inside: a binary, or where the build had no C compiler the same in Python,
 * which starts and runs things some milliseconds slower and is no less safe.
 */
enum Supervisor {
    BINARY("the compiled supervisor") {
        @Override
        List<String> files() {
            return List.of(NAME);
        }

        @Override
        List<String> command(Path directory) {
            return List.of(directory.resolve(NAME).toString());
        }

        @Override
        void prepare(Path directory) {}
    },
    PYTHON("the slower supervisor in Python, because this build had no C compiler") {
        @Override
        List<String> files() {
            return Stream.of(
                            "__main__",
                            "child",
                            "files",
                            "kernel",
                            "launch",
                            "link",
                            "loop",
                            "output",
                            "record",
                            "run",
                            "seccomp",
                            "supervise",
                            "system",
                            "tree",
                            "wire")
                    .map(part -> PYTHON_DIRECTORY + "/" + part + ".py")
                    .toList();
        }

        /** Isolated, without site packages, and writing no byte code. */
        @Override
        List<String> command(Path directory) {
            return List.of(
                    interpreter(), "-ISB", directory.resolve(PYTHON_DIRECTORY).toString());
        }

        /** Byte code halves the time that a start takes beyond Python's own. */
        @Override
        void prepare(Path directory) throws IOException {
            var compiler = new ProcessBuilder(
                            interpreter(),
                            "-ISB",
                            "-m",
                            "compileall",
                            "-q",
                            "--invalidation-mode=unchecked-hash",
                            directory.resolve(PYTHON_DIRECTORY).toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            compiler.getOutputStream().close();
            boolean compiled = false;
            try {
                compiled = compiler.waitFor(COMPILING_SECONDS, TimeUnit.SECONDS) && compiler.exitValue() == 0;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                compiler.destroyForcibly();
            }
            if (!compiled) {
                throw new StartFailure("the supervisor cannot be compiled by " + interpreter());
            }
        }
    };

    private static final String NAME = "sandgate-supervisor";
    private static final String PYTHON_DIRECTORY = "supervisor";
    private static final int COMPILING_SECONDS = 60;
    /** Inside they have the same name, and only what lies below /usr is there. */
    private static final List<Path> INTERPRETERS =
            List.of(Path.of("/usr/bin/python3"), Path.of("/usr/local/bin/python3"));

    private final String description;

    Supervisor(String description) {
        this.description = description;
    }

    /** The one that this archive was built with. */
    static Supervisor packaged() {
        return Supervisor.class.getResource(NAME) != null ? BINARY : PYTHON;
    }

    String description() {
        return description;
    }

    /** The resources it consists of, which keep their names below the directory of the programs. */
    abstract List<String> files();

    /** How it is called when the directory of the programs is there; its mode is to follow. */
    abstract List<String> command(Path directory);

    /** To be called once in a directory that was just filled. */
    abstract void prepare(Path directory) throws IOException;

    private static String interpreter() {
        return INTERPRETERS.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .map(Path::toString)
                .orElseThrow(
                        () -> new StartFailure("the supervisor in Python needs /usr/bin/python3: run liberty/prepare"));
    }
}
