package dev.sandgate.mcp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.mcp.jsonrpc.RpcError;
import jakarta.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls in flight: progress, cancellation, bounds (E12, l2, M10). */
class CallsTest {
    private static final String HOLD = "{\"steps\":0}";

    private final Lab lab = new Lab();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void progress_strictlyIncreases_keepsTheToken_andStopsAtTheEnd_E12() throws InterruptedException {
        RecordingReply reply = lab.call(lab.initialize(), "1", "hold", "{\"steps\":3}", "\"progressToken\":\"7\"");
        lab.tools.hold.awaitRunning(1);
        lab.pass(Duration.ofSeconds(2));
        lab.pass(Duration.ofSeconds(10));
        lab.tools.hold.letGo(1);
        reply.answer();
        lab.pass(Duration.ofSeconds(60));
        List<Double> values = reply.events.stream().map(CallsTest::progress).toList();
        assertEquals(List.of(1.0, 2.0, 3.0, 3.001, 12.0), values);
        assertEquals(
                "\"7\"",
                reply.events.get(0).getJsonObject("params").get("progressToken").toString());
        assertEquals(List.of(), reply.comments);
    }

    @Test
    void withoutToken_thereAreOnlyComments() throws InterruptedException {
        RecordingReply reply = lab.call(lab.initialize(), "1", "hold", "{\"steps\":3}", "");
        lab.tools.hold.awaitRunning(1);
        lab.pass(Duration.ofMillis(900));
        assertEquals(0, reply.comments.size());
        lab.pass(Duration.ofMillis(100));
        lab.pass(Duration.ofMillis(2400));
        assertEquals(1, reply.comments.size());
        lab.pass(Duration.ofMillis(100));
        assertEquals(2, reply.comments.size());
        assertEquals(List.of(), reply.events);
    }

    @Test
    void clientThatTakesNoStream_getsNoSigns() throws InterruptedException {
        RecordingReply reply = new RecordingReply();
        reply.canStream = false;
        lab.post(
                lab.initialize(),
                List.of(),
                Lab.legacyCall("1", "hold", "{\"steps\":2}", "\"progressToken\":1"),
                reply);
        lab.tools.hold.awaitRunning(1);
        lab.pass(Duration.ofSeconds(30));
        assertEquals(List.of(), reply.events);
        assertEquals(List.of(), reply.comments);
    }

    @Test
    void statelessClientThatTakesNoStream_getsSignsButNoEvents_M10() throws InterruptedException {
        RecordingReply reply = new RecordingReply();
        reply.canStream = false;
        lab.post(
                Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "hold"),
                List.of(),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"hold\",\"arguments\":{\"steps\":2},"
                        + Lab.MODERN_META + "}}}",
                reply);
        lab.tools.hold.awaitRunning(1);
        lab.pass(Duration.ofSeconds(1));
        assertEquals(1, reply.comments.size());
        assertEquals(List.of(), reply.events);
    }

    @Test
    void progressTokenOfAWrongType_isInvalid() {
        lab.call(lab.initialize(), "1", "hold", HOLD, "\"progressToken\":1.5").isError(200, RpcError.INVALID_PARAMS);
    }

    @Test
    void cancelledNotification_interruptsTheTool_andGivesNoResponse_l2() throws InterruptedException {
        Map<String, String> session = lab.initialize();
        RecordingReply reply = lab.call(session, "1", "hold", HOLD, "");
        lab.tools.hold.awaitRunning(1);
        cancel(session, "\"1\"");
        assertFalse(reply.isEnded());
        cancel(session, "1");
        assertEquals(Answer.empty(202), reply.answer());
        assertTrue(lab.tools.hold.interrupted.await(20, TimeUnit.SECONDS));
    }

    @Test
    void cancelledInAnotherSession_meansNothing() throws InterruptedException {
        RecordingReply reply = lab.call(lab.initialize(), "1", "hold", HOLD, "");
        lab.tools.hold.awaitRunning(1);
        cancel(lab.initialize(), "1");
        assertFalse(reply.isEnded());
    }

    @Test
    void goneClient_isACancellation_inTheModernEra_M10() throws InterruptedException {
        RecordingReply reply = lab.modernCall("hold", HOLD, Map.of());
        lab.tools.hold.awaitRunning(1);
        reply.gone = true;
        lab.pass(Duration.ofSeconds(1));
        assertTrue(lab.tools.hold.interrupted.await(20, TimeUnit.SECONDS));
        assertEquals(Answer.empty(202), reply.answer());
    }

    @Test
    void goneClient_isNoCancellation_inTheLegacyEra_l2() throws InterruptedException {
        RecordingReply reply = lab.call(lab.initialize(), "1", "hold", HOLD, "");
        lab.tools.hold.awaitRunning(1);
        reply.gone = true;
        lab.pass(Duration.ofSeconds(1));
        lab.tools.hold.letGo(1);
        assertTrue(reply.result().getBoolean("isError"));
        assertEquals(1, lab.tools.hold.interrupted.getCount());
    }

    @Test
    void idInFlight_isRefused_andFreeAgainAfterwards() throws InterruptedException {
        Map<String, String> session = lab.initialize();
        RecordingReply first = lab.call(session, "1", "hold", HOLD, "");
        lab.tools.hold.awaitRunning(1);
        lab.call(session, "1", "who", "{}", "").isError(400, RpcError.INVALID_REQUEST);
        assertTrue(lab.call(session, "\"1\"", "who", "{}", "").body().containsKey("result"));
        lab.tools.hold.letGo(1);
        first.answer();
        assertTrue(lab.call(session, "1", "who", "{}", "").body().containsKey("result"));
    }

    @Test
    void fullHouse_isAToolErrorAtOnce() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            lab.modernCall("hold", HOLD, Map.of());
        }
        lab.tools.hold.awaitRunning(4);
        RecordingReply fifth = lab.modernCall("who", "{}", Map.of());
        assertEquals("LIMIT_REACHED", text(fifth));
    }

    @Test
    void oneSession_cannotTakeEverything() throws InterruptedException {
        Map<String, String> session = lab.initialize();
        for (int i = 0; i < 3; i++) {
            lab.call(session, Integer.toString(i), "hold", HOLD, "");
        }
        lab.tools.hold.awaitRunning(3);
        assertEquals("LIMIT_REACHED", text(lab.call(session, "9", "who", "{}", "")));
        assertTrue(lab.modernCall("who", "{}", Map.of()).result().containsKey("structuredContent"));
    }

    @Test
    void endOfTheSession_endsItsCalls_beforeItIsReleased() throws InterruptedException {
        Map<String, String> session = lab.initialize();
        RecordingReply reply = lab.call(session, "1", "hold", HOLD, "");
        lab.tools.hold.awaitRunning(1);
        assertEquals(204, lab.delete(session).status());
        reply.isError(404, RpcError.INVALID_REQUEST);
        assertTrue(lab.tools.hold.interrupted.await(20, TimeUnit.SECONDS));
        assertEquals(1, lab.ended.size());
    }

    @Test
    void callThatNeverEnds_isEnded() throws InterruptedException {
        RecordingReply reply = lab.modernCall("hold", HOLD, Map.of());
        lab.tools.hold.awaitRunning(1);
        lab.pass(Duration.ofMinutes(66));
        assertEquals("TIMED_OUT", text(reply));
    }

    @Test
    void stop_answersWhatWaits() throws InterruptedException {
        RecordingReply reply = lab.modernCall("hold", HOLD, Map.of());
        lab.tools.hold.awaitRunning(1);
        lab.server.stop();
        reply.isError(503, RpcError.INTERNAL_ERROR);
    }

    private void cancel(Map<String, String> session, String id) {
        lab.post(
                session,
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}");
    }

    private static double progress(JsonObject event) {
        return event.getJsonObject("params").getJsonNumber("progress").doubleValue();
    }

    private static String text(RecordingReply reply) {
        return reply.result().getJsonArray("content").getJsonObject(0).getString("text");
    }
}
