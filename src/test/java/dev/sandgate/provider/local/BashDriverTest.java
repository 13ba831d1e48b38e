package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sandgate.sandbox.model.CodeError;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BashDriverTest {
    private static final String STATE = "declare -A m=([k]='v w'); x=é; cd /; f() { echo \"f$1\"; }; set -- p 'q r'; "
            + "alias ll='ls -l'; shopt -s nullglob; umask 027; export E=1; readonly R=2";
    private static final String TELL =
            "echo \"$x ${m[k]} $PWD $(f 1) $# $2 $(alias ll) $(shopt nullglob) $(umask) $E $R end\"";
    private static final String TOLD = "é v w / f1 2 q r alias ll='ls -l' nullglob       \ton 0027 1 2 end\n";

    private final KernelProcess bash = KernelProcess.of(Interpreters.BASH);

    @AfterEach
    void close() {
        bash.close();
    }

    @Test
    void state_isKept() throws InterruptedException {
        bash.run(STATE);
        bash.run(TELL);
        assertEquals(TOLD, bash.stdoutUntil("end\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "true|0",
                "false|1",
                "nosuch_program|127",
                "(exit 8)|8",
                "if|2",
                "exit 3|3",
                "exit 0|0",
                "g() { exit 9; }; g|9",
                "set -euo pipefail; false; echo no|1",
                "echo ${unset_name:?}|127",
                "trap 'echo bye' EXIT; exit 4|4",
                "break; continue 2|0",
                "kill -KILL $BASHPID & wait $!|137",
            })
    void status_isTheErrorUnlessItIsZero_andTheStateIsKept(String code, int status) throws InterruptedException {
        bash.run(STATE);
        var error =
                status == 0 ? Optional.empty() : Optional.of(new CodeError("ExitCode", Integer.toString(status), ""));
        assertEquals(error, bash.run(code).error());
        bash.run(TELL);
        assertEquals(TOLD, bash.stdoutUntil("end\n").replace("bye\n", ""));
    }

    @Test
    void trapOnExit_isRunWhenTheCodeExits() throws InterruptedException {
        bash.run("trap 'echo bye' EXIT; exit 4");
        bash.stdoutUntil("bye\n");
    }

    @Test
    void message_countsTheUsersLines() throws InterruptedException {
        bash.run("true\ntrue\nnosuch_program");
        assertEquals("bash: line 3: nosuch_program: command not found\n", bash.stderrUntil("found\n"));
    }

    @Test
    void options_stay() throws InterruptedException {
        bash.run("set -eu");
        bash.run("echo $-");
        assertEquals("ehuBc\n", bash.stdoutUntil("\n"));
        assertEquals(Optional.of("1"), bash.run("false; echo no").error().map(CodeError::value));
        assertEquals(Optional.of("1"), bash.run("false; echo no").error().map(CodeError::value));
        bash.run("set -x; echo shown");
        assertEquals("+++ echo shown\n", bash.stderrUntil("shown\n"));
    }

    @Test
    void stdin_isAtItsEnd() {
        assertEquals(Optional.of("1"), bash.run("read line").error().map(CodeError::value));
    }

    @Test
    void bigCode_isRunWhole() throws InterruptedException {
        bash.run("# " + "é".repeat(100_000) + "\ncat <<'E'\n" + "x".repeat(300_000) + "\nE\necho end");
        assertEquals(300_005, bash.stdoutUntil("end\n").length());
    }

    @Test
    void children_haveNeitherEndOfTheWire() throws InterruptedException {
        bash.run(
                "sh -c 'for f in /proc/$$/fd/*; do readlink $f; done | grep answers; readlink /proc/$$/fd/0; echo end'");
        assertEquals("/dev/null\nend\n", bash.stdoutUntil("end\n"));
        bash.run("exit 1");
        bash.run(
                "sh -c 'for f in /proc/$$/fd/*; do readlink $f; done | grep answers; readlink /proc/$$/fd/0; echo END'");
        assertEquals("/dev/null\nend\n/dev/null\nEND\n", bash.stdoutUntil("END\n"));
    }

    @Test
    void interrupt_stopsTheCodeAndKeepsTheState() throws InterruptedException {
        bash.run(STATE);
        for (var code : List.of(
                "echo on1; sleep 60; echo no",
                "echo on2; while :; do :; done",
                "echo on3; g() { while :; do sleep 0.01; done; }; g",
                "echo on4; v=$(sleep 60); echo no")) {
            bash.send(code);
            bash.awaitStdout(code.substring(5, 8));
            assertEquals(
                    Optional.of("KeyboardInterrupt"), bash.interrupted().error().map(CodeError::name));
        }
        bash.run(TELL);
        assertEquals("on1\non2\non3\non4\n" + TOLD, bash.stdoutUntil("end\n"));
    }

    @Test
    void interruptOfAFork_isNotTakenForTheShells() throws InterruptedException {
        bash.run("x=1");
        for (var i = 0; i < 10; i++) {
            bash.send("echo on" + i + "; while :; do v=$(echo a); echo b | read v; done");
            bash.awaitStdout("on" + i);
            assertEquals(
                    Optional.of("KeyboardInterrupt"), bash.interrupted().error().map(CodeError::name));
        }
        bash.run("echo \"kept $x\"");
        bash.stdoutUntil("kept 1\n");
    }

    @Test
    void interrupt_stopsTheCodeHoweverEarlyItComes() throws InterruptedException {
        bash.run("x=1");
        for (var i = 0; i < 10; i++) {
            bash.send("while :; do :; done");
            assertEquals(
                    Optional.of("KeyboardInterrupt"), bash.interrupted().error().map(CodeError::name));
        }
        bash.run("echo kept $x");
        bash.stdoutUntil("kept 1\n");
    }

    @Test
    void endOfTheRequests_endsTheKernel() throws IOException, InterruptedException {
        bash.run("x=1");
        bash.hangUp();
        assertEquals(0, bash.exitCode());
    }

    @Test
    void idleInterrupt_isIgnored() throws InterruptedException {
        bash.run("x=1");
        bash.interrupt();
        bash.run("exit 1");
        bash.interrupt();
        bash.run("echo $x");
        bash.stdoutUntil("1\n");
    }

    @Test
    void exec_endsTheKernel() throws InterruptedException {
        bash.send("exec sh -c 'exit 6'");
        assertThrows(IllegalStateException.class, bash::receive);
        assertEquals(6, bash.exitCode());
    }
}
