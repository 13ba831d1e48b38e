package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.CodeError;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavascriptDriverTest {
    private final KernelProcess node = KernelProcess.of(Interpreters.JAVASCRIPT);

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void state_isKept_andNamesMayBeDeclaredAgain() {
        node.run("const x = 1; let y = 2; class A { get v() { return x } }\nfunction f() { return y }");
        node.run("const x = 3; class A { get v() { return x * 10 } }");
        node.run("const { y, z: [w] } = { y: 5, z: [6] }");
        assertEquals("'30 5 6'", node.shown("[new A().v, f(), w].join(' ')"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "1 + 1|2",
                "'é'|'é'",
                "{ a: 1 }|{ a: 1 }",
                "const t = `a${1 + `b${'}'}`}c`; t.length / 1 /1|5",
                "const re = /[/]'\"`/g; re.source.length|6",
                "await (async () => 4)()|4",
                "const a = await 2; let [b] = [await 3]; a + b|5",
                "Promise.resolve(6)|6",
                "if (true) { await 1 }; 7|7",
                "const crypto = require('crypto'); crypto.createHash('md5').update('').digest('hex').length|32",
                "import fs, { existsSync as there } from 'fs'; there('/') && fs.existsSync('/')|true",
                "import * as p from 'node:path'; p.sep|'/'",
                "(await import('node:path')).sep|'/'",
                "export const e = 8; e|8",
                "[1] instanceof Array && new URL('http://a/b').pathname|'/b'",
                "require.main === module|true",
                "#!/usr/bin/env node^9|9",
            })
    void code_hasItsLastValue(String code, String value) {
        assertEquals(value, node.shown(code.replace('^', '\n')));
    }

    @Test
    void variablesOfACellThatAwaits_areTheSameForAll() {
        node.run("let n = await 1; function read() { return n }");
        node.run("n = 2");
        assertEquals("2", node.shown("read()"));
        node.run("let n = 3");
        assertEquals("3", node.shown("n"));
    }

    @Test
    void plainData_isAlsoJson() {
        assertEquals(
                List.of(Map.of("text/plain", "{ a: [ 1, null ] }", "application/json", "{\"a\":[1,null]}")),
                node.run("({ a: [1, null] })").results());
        assertEquals(
                List.of(Map.of("text/plain", "[ Map(0) {} ]")),
                node.run("[new Map()]").results());
    }

    @Test
    void value_isShownInEveryFormItOffers() {
        assertEquals(
                List.of(
                        Map.of("text/html", "<b>"),
                        Map.of("text/html", "<i>", "image/png", "cG5n", "text/plain", "p"),
                        Map.of("text/markdown", "# é", "text/plain", "A {}")),
                node.run(
                                "display({ 'text/html': '<b>' });"
                                        + "display({ $$html$$: '<i>', $$png$$: Buffer.from('png'), $$mime$$: { 'text/plain': 'p' } });"
                                        + "class A { [Symbol.for('Jupyter.display')]() { return { 'text/markdown': '# é' } } }; new A()")
                        .results());
    }

    @Test
    void hugeResults_stayWithinTheirBound() throws InterruptedException {
        var answer = node.run("for (let i = 0; i < 40; i++) display('\\u0001'.repeat(400000))");
        assertEquals(Optional.empty(), answer.error());
        assertFalse(answer.results().isEmpty());
        node.stderrUntil("too large to be returned");
    }

    @Test
    void error_showsTheUsersLinesAndNoneOfOurs() {
        var error = node.run("\nfunction fail() { throw new TypeError('né') }\nfail()")
                .error()
                .orElseThrow();
        assertEquals("TypeError", error.name());
        assertEquals("né", error.value());
        assertTrue(error.traceback().contains("at fail (<code 1>:2:25)"), error::traceback);
        assertFalse(error.traceback().contains("driver.js"), error::traceback);
    }

    @Test
    void syntaxError_isToldInTheUsersWords() {
        var error = node.run("const a = 1\nconst = 2").error().orElseThrow();
        assertEquals("SyntaxError", error.name());
        assertTrue(error.traceback().startsWith("<code 1>:2\nconst = 2\n"), error::traceback);
    }

    @Test
    void rejectionNobodyHandles_isPrintedAndNoMore() throws InterruptedException {
        node.run("Promise.reject(new Error('lost')); setTimeout(() => { throw new Error('late') }, 1)");
        node.stderrUntil("Error: lost");
        node.stderrUntil("Error: late");
        assertEquals("2", node.shown("1 + 1"));
    }

    @Test
    void stdin_isAtItsEnd() {
        assertEquals("''", node.shown("require('fs').readFileSync(0, 'utf8')"));
        assertEquals("'end'", node.shown("await new Promise(r => process.stdin.on('end', () => r('end')).resume())"));
    }

    @Test
    void output_isThereBeforeTheAnswerAndInOrderWithChildren() throws InterruptedException {
        node.run("console.log('a'); require('child_process').execSync('echo b', { stdio: 'inherit' });"
                + "process.stdout.write('ç')");
        assertEquals("a\nb\nç", node.stdoutUntil("ç"));
    }

    @Test
    void bigOutput_arrivesWhole() throws InterruptedException {
        node.run("for (let i = 0; i < 100000; i++) console.log(i); console.log('end')");
        assertEquals(100_001, node.stdoutUntil("end\n").lines().count());
    }

    @Test
    void interrupt_stopsTheCodeAndKeepsTheState() throws InterruptedException {
        node.run("let x = 1");
        for (var code : List.of(
                "console.log('on1'); for (;;);", "console.log('on2'); await new Promise(r => setTimeout(r, 60000))")) {
            node.send(code);
            node.awaitStdout(code.substring(13, 16));
            assertEquals(
                    "KeyboardInterrupt",
                    node.interrupted().error().orElseThrow().name());
        }
        assertEquals("1", node.shown("x"));
    }

    @Test
    void interruptInTheMiddleOfOutput_leavesTheStreamsUsable() throws InterruptedException {
        for (var i = 0; i < 10; i++) {
            node.send("console.log('on" + i + "'); for (;;) console.log('y')");
            node.awaitStdout("on" + i);
            assertEquals(
                    Optional.of("KeyboardInterrupt"), node.interrupted().error().map(CodeError::name));
            node.run("console.log('next" + i + "')");
            node.awaitStdout("next" + i);
        }
    }

    @Test
    void interruptAroundAScript_isNotDeadly() throws InterruptedException {
        node.run("let x = 1");
        for (var i = 0; i < 50; i++) {
            node.send("1 + 1");
            node.interrupt();
            node.receive();
        }
        assertEquals("1", node.shown("x"));
    }

    @Test
    void listenerOfTheUsersForInterrupts_doesNotReplaceOurs() throws InterruptedException {
        node.run(
                "process.on('SIGINT', () => {}); process.removeAllListeners('SIGINT'); process.on('SIGINT', () => {})");
        node.send("for (;;);");
        assertEquals(
                "KeyboardInterrupt", node.interrupted().error().orElseThrow().name());
        node.send("await new Promise(r => setTimeout(r, 60000))");
        assertEquals(
                "KeyboardInterrupt", node.interrupted().error().orElseThrow().name());
    }

    @Test
    void interrupt_stopsTheCodeHoweverEarlyItComes() throws InterruptedException {
        node.run("let x = 1");
        for (var i = 0; i < 10; i++) {
            node.send("for (;;);");
            assertEquals(
                    Optional.of("KeyboardInterrupt"), node.interrupted().error().map(CodeError::name));
        }
        node.run("console.log('kept', x)");
        node.stdoutUntil("kept 1\n");
    }

    @Test
    void endOfTheRequests_endsTheKernel() throws IOException, InterruptedException {
        node.run("let x = 1");
        node.hangUp();
        assertEquals(0, node.exitCode());
    }

    @Test
    void idleInterrupt_isIgnored() {
        node.run("let x = 1");
        node.interrupt();
        assertEquals("1", node.shown("x"));
    }

    @Test
    void exit_endsTheKernel() throws InterruptedException {
        node.send("process.exit(4)");
        assertThrows(IllegalStateException.class, node::receive);
        assertEquals(4, node.exitCode());
    }

    @Test
    void children_haveNeitherEndOfTheWire() {
        assertEquals(
                "'/dev/null\\n'",
                node.shown("require('child_process').execSync("
                        + "'for f in /proc/$$/fd/*; do readlink $f; done | grep answers; readlink /proc/$$/fd/0',"
                        + "{ encoding: 'utf8', stdio: ['inherit', 'pipe', 'inherit'] })"));
    }

    @Test
    void typescript_runsInTheSameKernelWhereNodeCanStripTypes() {
        var able = node.shown("typeof require('module').stripTypeScriptTypes").equals("'function'");
        var code = "interface P { n: number }\nconst p: P = { n: await 4 as number }; enum E { A = 3 }\np.n + E.A";
        if (able) {
            assertEquals(
                    List.of(Map.of("text/plain", "7")),
                    node.run(Interpreters.TYPESCRIPT, code).results());
            assertEquals("4", node.shown("p.n"));
        } else {
            var thrown = assertThrows(SandboxException.class, () -> node.run(Interpreters.TYPESCRIPT, code));
            assertEquals(Situation.UNSUPPORTED, thrown.failure().situation());
            assertEquals("2", node.shown("1 + 1"));
        }
    }
}
