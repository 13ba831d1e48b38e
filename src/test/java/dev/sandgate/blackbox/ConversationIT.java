package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose sandbox is meant when the call names none: the conversation's, the session's, nobody's (C2, L10). */
class ConversationIT {

    private static final String META = "dev.sandgate/conversation_id";

    @ParameterizedTest
    @ValueSource(strings = {"with space", "sl/ash", "ünï", "quote\"", "semi;colon"})
    void malformedConversation_isRefused(String id) {
        Mcp.modern().withMeta(META, id).call("list_sandboxes").refused(400, -32602);
    }

    @Test
    void malformedConversationHeader_isRefusedInBothEras() {
        for (var id : List.of("with space", "a/b", "x".repeat(129))) {
            Mcp.modern().conversation(id).call("list_sandboxes").refused(400, -32602);
            Mcp.stranger().conversation(id).initialize(Mcp.LEGACY).refused(400, -32602);
        }
    }

    @Test
    void headerAndMetaThatDiffer_areRefused() {
        Mcp.modern()
                .conversation("one")
                .withMeta(META, "other")
                .call("list_sandboxes")
                .refused(400, -32602);
        Mcp.modern()
                .conversation("one")
                .withMeta(META, 1)
                .call("list_sandboxes")
                .refused(400, -32602);
        Mcp.modern()
                .conversation("same")
                .withMeta(META, "same")
                .call("list_sandboxes")
                .structured();
    }

    @Test
    void headerAndMeta_meanTheSameConversationInEveryEra() {
        var id = "c-" + UUID.randomUUID();
        var byHeader = Mcp.modern().conversation(id);
        var sandbox =
                byHeader.call("run_command", "command", "true").structured().getString("sandbox_id");
        var session = Mcp.stranger().conversation(id).initialized();
        for (var client :
                List.of(Mcp.modern().withMeta(META, id), session, Mcp.stranger().conversation(id))) {
            assertEquals(sandbox, client.call("get_sandbox").structured().getString("sandbox_id"));
        }
        session.delete().status(204);
        assertEquals(sandbox, byHeader.call("kill_sandbox").structured().getString("sandbox_id"));
    }

    @Test
    void conversations_areStrangersToEachOther() {
        var one = Mcp.modern().freshConversation();
        var other = Mcp.modern().freshConversation();
        var first = one.call("run_command", "command", "echo secret > note").structured();
        var second = other.call("run_command", "command", "cat note").structured();
        assertNotEquals(first.getString("sandbox_id"), second.getString("sandbox_id"));
        assertEquals("", second.getString("stdout"));
        one.call("kill_sandbox").structured();
        other.call("kill_sandbox").structured();
    }

    /** Case 9. */
    @Test
    void twentyFirstCallsAtOnceInAConversation_makeOneSandbox() {
        var mcp = Mcp.modern().freshConversation();
        assertEquals(1, twentyCalls(mcp).size());
        mcp.call("kill_sandbox").structured();
    }

    /** Case 9. */
    @Test
    void twentyFirstCallsAtOnceInASession_makeOneSandbox() {
        var mcp = Mcp.legacy();
        assertEquals(1, twentyCalls(mcp).size());
        mcp.delete().status(204);
    }

    @Test
    void createSandbox_becomesTheDefault_theFormerLivesOn() {
        var mcp = Mcp.modern().freshConversation();
        var former = mcp.call("run_command", "command", "true").structured().getString("sandbox_id");
        var made = mcp.call("create_sandbox").structured().getString("sandbox_id");
        assertNotEquals(former, made);
        assertEquals(
                made, mcp.call("run_command", "command", "true").structured().getString("sandbox_id"));
        assertEquals(
                "running",
                mcp.call("get_sandbox", "sandbox_id", former).structured().getString("status"));
        for (var id : List.of(former, made)) {
            mcp.call("kill_sandbox", "sandbox_id", id).structured();
        }
    }

    @Test
    void explicitId_neverBecomesTheDefault() {
        try (var box = Box.create()) {
            var mcp = Mcp.modern().freshConversation();
            mcp.call("run_command", "command", "true", "sandbox_id", box.id()).structured();
            mcp.call("get_sandbox").failure("not_found");
        }
    }

    @Test
    void withoutADefault_nothingIsMadeByLookingOrKilling() {
        for (var mcp : List.of(Mcp.modern().freshConversation(), Mcp.legacy())) {
            mcp.call("get_sandbox").failure("not_found");
            mcp.call("kill_sandbox").failure("not_found");
            mcp.call("list_sandboxes").structured();
            mcp.call("get_sandbox").failure("not_found");
        }
    }

    @Test
    void killedDefault_isReplacedAtTheNextUse() {
        var mcp = Mcp.modern().freshConversation();
        var first = mcp.call("run_command", "command", "true").structured().getString("sandbox_id");
        mcp.call("kill_sandbox").structured();
        var second = mcp.call("run_command", "command", "true").structured().getString("sandbox_id");
        assertNotEquals(first, second);
        mcp.call("kill_sandbox").structured();
    }

    private static java.util.Set<String> twentyCalls(Mcp mcp) {
        List<CompletableFuture<Answer>> calls = Stream.generate(() -> mcp.callLater("run_command", "command", "true"))
                .limit(20)
                .toList();
        return calls.stream()
                .map(call -> call.join().structured().getString("sandbox_id"))
                .collect(Collectors.toSet());
    }
}
