package dev.sandgate.mcp.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.SandboxException;
import jakarta.validation.constraints.Positive;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolEntryTest {
    record Twice(int doubled) {}

    static class Doubler implements Tool<Doubler.Arguments> {
        record Arguments(
                @Describe("what to double") @Positive int number) {}

        final AtomicInteger calls = new AtomicInteger();

        @Override
        public Card card() {
            return Card.named("double_it", Group.EXEC)
                    .saying("Doubles a number.")
                    .returning(Twice.class)
                    .asReadOnly();
        }

        @Override
        public Result call(Arguments in, CallContext context) {
            calls.incrementAndGet();
            return Result.of(new Twice(2 * in.number()));
        }
    }

    /** What a container's proxy looks like. */
    static class DoublerProxy extends Doubler {}

    abstract static class Family<X, A extends Record> implements Tool<A> {}

    static class Member extends Family<String, Member.Nothing> {
        record Nothing() {}

        @Override
        public Card card() {
            return Card.named("member", Group.EXEC).saying("Is one of a family.");
        }

        @Override
        public Result call(Nothing in, CallContext context) {
            return Result.showing(new Content.Text("here"));
        }
    }

    /** Shows any card, gives any result. */
    record Fixed(Card card, Result result) implements Tool<Member.Nothing> {
        @Override
        public Result call(Member.Nothing in, CallContext context) {
            return result;
        }
    }

    private final Doubler doubler = new Doubler();
    private final ToolEntry entry = ToolEntry.of(doubler, Doubler.class, PlatformValidator.INSTANCE);

    @Test
    void description_isTheToolOfTheSpecification() {
        assertEquals(JsonText.object("""
                        {"name":"double_it","description":"Doubles a number.",
                         "inputSchema":{"type":"object",
                           "properties":{"number":{"type":"integer","description":"what to double","minimum":1}},
                           "required":["number"],"additionalProperties":false},
                         "outputSchema":{"type":"object","properties":{"doubled":{"type":"integer"}},
                           "required":["doubled"],"additionalProperties":false},
                         "annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}
                        """), entry.describe());
        assertSame(entry.describe(), entry.describe());
    }

    @Test
    void toolWithoutResultRecord_hasNoOutputSchema() {
        var member = ToolEntry.of(new Member(), Member.class, PlatformValidator.INSTANCE);
        assertFalse(member.describe().containsKey("outputSchema"));
    }

    @Test
    void call_bindsAndAnswers() {
        assertEquals(
                Result.of(new Twice(42)),
                ToolCaller.outcome(entry, JsonText.object("{\"number\":21}"), TestContext.PLAIN));
    }

    @Test
    void badArgument_doesNotReachTheTool() {
        for (String bad : List.of("{}", "{\"number\":true}", "{\"number\":0}", "{\"number\":1,\"more\":1}")) {
            var given = JsonText.object(bad);
            assertThrows(SandboxException.class, () -> ToolCaller.outcome(entry, given, TestContext.PLAIN));
        }
        assertEquals(0, doubler.calls.get());
    }

    @Test
    void argumentRecord_isFoundBehindAProxyAndThroughAFamily() {
        assertEquals(
                "double_it",
                ToolEntry.of(new DoublerProxy(), DoublerProxy.class, PlatformValidator.INSTANCE)
                        .name());
        assertEquals(
                Group.EXEC,
                ToolEntry.of(new Member(), Member.class, PlatformValidator.INSTANCE)
                        .group());
    }

    @Test
    void undeclaredArgumentRecord_isADefectThatNamesTheTool() {
        var defect =
                assertThrows(ToolDefect.class, () -> ToolEntry.of(doubler, Object.class, PlatformValidator.INSTANCE));
        assertTrue(defect.getMessage().startsWith("java.lang.Object: "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Read", "read-file", "read.file", "9lives", "a b", "ä"})
    void badName_isADefect(String name) {
        assertDefect(Card.named(name, Group.FILES).saying("x"));
    }

    @Test
    void nameOf65Characters_isADefect() {
        assertDefect(Card.named("a".repeat(65), Group.FILES).saying("x"));
    }

    @Test
    void missingDescription_isADefect() {
        assertDefect(Card.named("read_file", Group.FILES));
    }

    @Test
    void readOnlyAndDestructive_isADefect() {
        assertDefect(
                Card.named("read_file", Group.FILES).saying("x").asReadOnly().asDestructive());
    }

    @Test
    void resultThatTheCardDoesNotPromise_isAnInternalError() {
        var promising = Card.named("a", Group.FILES).saying("x").returning(Twice.class);
        var silent = Card.named("a", Group.FILES).saying("x");
        assertThrows(IllegalStateException.class, () -> callFixed(promising, Result.showing(new Content.Text("x"))));
        assertThrows(IllegalStateException.class, () -> callFixed(promising, Result.of(new Member.Nothing())));
        assertThrows(IllegalStateException.class, () -> callFixed(silent, Result.of(new Twice(1))));
    }

    @Test
    void failedResult_needsNoStructure() {
        var promising = Card.named("a", Group.FILES).saying("x").returning(Twice.class);
        assertTrue(callFixed(promising, Result.failure("x")).failed());
    }

    private static Result callFixed(Card card, Result result) {
        var entry = ToolEntry.of(new Fixed(card, result), Fixed.class, PlatformValidator.INSTANCE);
        return ToolCaller.outcome(entry, JsonText.object("{}"), TestContext.PLAIN);
    }

    private static void assertDefect(Card card) {
        var tool = new Fixed(card, Result.showing());
        assertThrows(ToolDefect.class, () -> ToolEntry.of(tool, Fixed.class, PlatformValidator.INSTANCE));
    }
}
