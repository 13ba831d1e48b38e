package dev.sandgate.mcp.server;

import static dev.sandgate.mcp.server.ModernEraTest.scope;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.mcp.jsonrpc.RpcError;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose sandbox a request means (contract, the endpoint). */
class ConversationTest {
    private static final Map<String, String> C1 = Map.of("X-Conversation-Id", "c1");
    private static final String C1_META = "\"dev.sandgate/conversation_id\":\"c1\"";
    private static final String C1_SCOPE = "Conversation[id=c1]";

    private final Lab lab = new Lab();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void header_bindsAModernRequest() {
        assertEquals(C1_SCOPE, scope(lab.modernCall("who", "{}", C1)));
    }

    @Test
    void legacyWithoutSession_isServedInAConversation() {
        assertEquals(C1_SCOPE, scope(lab.call(C1, "1", "who", "{}", "")));
        assertEquals(C1_SCOPE, scope(lab.call(Map.of(), "1", "who", "{}", C1_META)));
    }

    @Test
    void atInitialize_bindsTheSession_whichIsStillReleasedAsASession() {
        Map<String, String> session = lab.initialize(C1);
        assertEquals(C1_SCOPE, scope(lab.call(session, "1", "who", "{}", "")));
        lab.delete(session);
        assertTrue(lab.ended.get(0).scope().toString().startsWith("Session["));
    }

    @Test
    void namedLater_bindsTheSessionFromThenOn() {
        Map<String, String> session = lab.initialize();
        assertTrue(scope(lab.call(session, "1", "who", "{}", "")).startsWith("Session["));
        assertEquals(C1_SCOPE, scope(lab.call(session, "2", "who", "{}", C1_META)));
        assertEquals(C1_SCOPE, scope(lab.call(session, "3", "who", "{}", "")));
    }

    @Test
    void anotherOneInABoundSession_isRefused() {
        Map<String, String> session = lab.initialize(C1);
        lab.call(session, "1", "who", "{}", "\"dev.sandgate/conversation_id\":\"c2\"")
                .isError(400, RpcError.INVALID_PARAMS);
    }

    @Test
    void headerAndMetaThatDiffer_areRefused() {
        lab.call(C1, "1", "who", "{}", "\"dev.sandgate/conversation_id\":\"c2\"")
                .isError(400, RpcError.INVALID_PARAMS);
        assertEquals(C1_SCOPE, scope(lab.call(C1, "1", "who", "{}", C1_META)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "ä", "a/b", "a,b"})
    void badIds_areRefused(String id) {
        lab.call(Map.of("X-Conversation-Id", id), "1", "who", "{}", "").isError(400, RpcError.INVALID_PARAMS);
        lab.modernCall("who", "{}", Map.of("X-Conversation-Id", id)).isError(400, RpcError.INVALID_PARAMS);
    }

    @Test
    void length_isBounded() {
        assertEquals(
                200,
                lab.call(Map.of("X-Conversation-Id", "x".repeat(128)), "1", "who", "{}", "")
                        .answer()
                        .status());
        lab.call(Map.of("X-Conversation-Id", "x".repeat(129)), "1", "who", "{}", "")
                .isError(400, RpcError.INVALID_PARAMS);
    }

    @Test
    void metaThatIsNoString_isRefused() {
        lab.call(C1, "1", "who", "{}", "\"dev.sandgate/conversation_id\":7").isError(400, RpcError.INVALID_PARAMS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"who", "lifecycle", "lifecycle,exec", " who , exec ", "all"})
    void selection_thatHasTheTool_lets_itBeCalled(String tools) {
        assertEquals(200, select(tools).answer().status());
        assertTrue(select(tools).body().containsKey("result"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"exec", "hold", "task"})
    void selection_withoutTheTool_makesItUnknown(String tools) {
        select(tools).isError(200, RpcError.INVALID_PARAMS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nope", "who,nope", "", "WHO"})
    void selection_withAnUnknownName_is400(String tools) {
        select(tools).isError(400, RpcError.INVALID_PARAMS);
    }

    private RecordingReply select(String tools) {
        return lab.post(C1, List.of(tools), Lab.legacyCall("1", "who", "{}", ""), new RecordingReply());
    }
}
