package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.CodeError;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PythonDriverTest {
    private final KernelProcess python = KernelProcess.of(Interpreters.PYTHON);

    @AfterEach
    void close() {
        python.close();
    }

    @Test
    void state_isKept() {
        python.run("x = 20");
        python.run("def twice(n): return 2 * n");
        assertEquals("40", python.shown("twice(x)"));
    }

    @Test
    void statement_hasNoResult() {
        assertEquals(List.of(), python.run("y = 1").results());
        assertEquals(List.of(), python.run("None").results());
        assertEquals(List.of(), python.run("1;").results());
    }

    @Test
    void value_isShownInEveryFormItOffers() {
        var answer = python.run("""
                class Rich:
                    def __repr__(self): return 'plain'
                    def _repr_html_(self): return '<b>é</b>'
                    def _repr_svg_(self): return '<svg/>'
                    def _repr_png_(self): return b'png'
                    def _repr_json_(self): return {'a': 1}
                    def _repr_markdown_(self): raise ValueError
                    def _repr_latex_(self): return None
                Rich()
                """);
        assertEquals(
                List.of(Map.of(
                        "text/plain", "plain",
                        "text/html", "<b>é</b>",
                        "image/svg+xml", "<svg/>",
                        "image/png", "cG5n",
                        "application/json", "{\"a\": 1}")),
                answer.results());
    }

    @Test
    void plainData_isAlsoJson() {
        assertEquals(
                List.of(Map.of("text/plain", "{'a': [1, None]}", "application/json", "{\"a\": [1, null]}")),
                python.run("{'a': [1, None]}").results());
        assertEquals(
                List.of(Map.of("text/plain", "[nan]")),
                python.run("[float('nan')]").results());
    }

    @Test
    void display_addsResults() {
        assertEquals(
                List.of(Map.of("text/plain", "1"), Map.of("text/plain", "2"), Map.of("text/plain", "3")),
                python.run("display(1, 2)\n3").results());
    }

    @Test
    void valueWhoseReprRaises_isStillShown() {
        assertEquals(
                "<Bad whose repr raised ZeroDivisionError>",
                python.shown("class Bad:\n    def __repr__(self): 1/0\nBad()"));
    }

    @Test
    void hugeValue_isCut() {
        var shown = python.shown("'x' * 3_000_000");
        assertTrue(shown.length() < 1_100_000, () -> "length " + shown.length());
    }

    @Test
    void manyHugeResults_stayWithinTheirBound() throws InterruptedException {
        var answer = python.run("for i in range(300): display('\\x01' * 500_000)");
        assertEquals(Optional.empty(), answer.error());
        assertFalse(answer.results().isEmpty());
        python.stderrUntil("too large to be returned");
    }

    @Test
    void error_showsTheUsersLinesAndNoneOfOurs() {
        python.run("def fail():\n    raise ValueError('né')");
        var error = python.run("fail()").error().orElseThrow();
        assertEquals("ValueError", error.name());
        assertEquals("né", error.value());
        assertTrue(error.traceback().contains("    raise ValueError('né')"), error::traceback);
        assertFalse(error.traceback().contains("driver.py"), error::traceback);
    }

    @Test
    void tracebackThatTheCodePrints_hasItsLines() throws InterruptedException {
        python.run("import traceback\ntry:\n    1/0\nexcept ZeroDivisionError:\n    traceback.print_exc()");
        assertTrue(python.stderrUntil("division by zero\n").contains("line 3, in <module>\n    1/0\n"));
    }

    @Test
    void syntaxError_pointsAtItsLine() {
        var error = python.run("a = 1\nif a").error().orElseThrow();
        assertEquals("SyntaxError", error.name());
        assertTrue(error.traceback().contains("line 2"), error::traceback);
    }

    @Test
    void topLevelAwait_works() {
        assertEquals("'done'", python.shown("import asyncio\nawait asyncio.sleep(0.001)\n'done'"));
    }

    @Test
    void stdin_isAtItsEnd() {
        assertEquals("EOFError", python.run("input()").error().orElseThrow().name());
    }

    @Test
    void output_isThereBeforeTheAnswerAndInOrderWithChildren() throws InterruptedException {
        python.run("import os\nprint('a')\nos.system('echo b')\nprint('ç', end='')");
        assertEquals("a\nb\nç", python.stdoutUntil("ç"));
    }

    @Test
    void bigOutput_arrivesWhole() throws InterruptedException {
        python.run("for i in range(200_000): print(i)\nprint('end')");
        assertEquals(200_001, python.stdoutUntil("end\n").lines().count());
    }

    @Test
    void closedStdout_isBackInTheNextCall() throws InterruptedException {
        python.run("import sys, os\nsys.stdout.close()\nos.close(1)");
        python.run("print('back')");
        python.stdoutUntil("back\n");
    }

    @Test
    void interrupt_stopsTheCodeAndKeepsTheState() throws InterruptedException {
        python.run("x = 1");
        for (var code : List.of(
                "print('on1', flush=True)\nwhile True: pass",
                "print('on2', flush=True)\nimport time\ntime.sleep(60)",
                "print('on3', flush=True)\nimport asyncio\nawait asyncio.sleep(60)")) {
            python.send(code);
            python.awaitStdout(code.substring(7, 10));
            assertEquals(
                    "KeyboardInterrupt",
                    python.interrupted().error().orElseThrow().name());
        }
        assertEquals("1", python.shown("x"));
    }

    @Test
    void interrupt_stopsTheCodeHoweverEarlyItComes() throws InterruptedException {
        python.run("x = 1");
        for (var i = 0; i < 10; i++) {
            python.send("while True: pass");
            assertEquals(
                    Optional.of("KeyboardInterrupt"),
                    python.interrupted().error().map(CodeError::name));
        }
        python.run("print('kept', x)");
        python.stdoutUntil("kept 1\n");
    }

    @Test
    void endOfTheRequests_endsTheKernel() throws IOException, InterruptedException {
        python.run("x = 1");
        python.hangUp();
        assertEquals(0, python.exitCode());
    }

    @Test
    void idleInterrupt_isIgnored() {
        python.run("x = 1");
        python.interrupt();
        assertEquals("1", python.shown("x"));
    }

    @Test
    void exit_isAnErrorUnlessItIsZero_andKeepsTheState() {
        python.run("x = 1");
        assertEquals(Optional.empty(), python.run("exit()").error());
        var error = python.run("import sys; sys.exit(3)").error().orElseThrow();
        assertEquals("SystemExit", error.name());
        assertEquals("3", error.value());
        assertEquals("1", python.shown("x"));
    }

    @Test
    void hardExit_endsTheKernel() throws InterruptedException {
        python.send("import os; os._exit(7)");
        assertThrows(IllegalStateException.class, python::receive);
        assertEquals(7, python.exitCode());
    }

    @Test
    void forkedChild_doesNotAnswer() throws InterruptedException {
        python.run("import os\npid = os.fork()\nif pid: os.waitpid(pid, 0)\nprint('parent' if pid else 'child')");
        assertEquals("child\nparent\n", python.stdoutUntil("parent\n"));
        assertEquals("2", python.shown("1 + 1"));
    }

    @Test
    void children_haveNeitherEndOfTheWire() {
        assertEquals(
                "'/dev/null'",
                python.shown("import subprocess\n"
                        + "subprocess.getoutput('test -e /proc/self/fd/3 && echo leak; readlink /proc/self/fd/0')"));
    }

    @Test
    void multiprocessing_works() {
        assertEquals(
                "[1, 4]",
                python.shown("import multiprocessing\ndef square(n): return n * n\n"
                        + "with multiprocessing.Pool(2) as pool: squares = pool.map(square, [1, 2])\nsquares"));
    }

    @Test
    void moduleOfTheUsersNamedLikeOneOfOurs_doesNoHarm() {
        python.run("open('traceback.py', 'w').write('raise SystemError')");
        assertEquals(Optional.of("ZeroDivisionError"), python.run("1/0").error().map(CodeError::name));
    }
}
