package dev.sandgate.mcp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A client that notes what it gets, and can go away. */
final class RecordingReply implements Reply {
    final List<JsonObject> events = new CopyOnWriteArrayList<>();
    final List<String> comments = new CopyOnWriteArrayList<>();
    volatile boolean canStream = true;
    volatile boolean gone;
    volatile int room = Integer.MAX_VALUE;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();

    @Override
    public String requestId() {
        return "request-1";
    }

    @Override
    public boolean canStream() {
        return canStream;
    }

    @Override
    public boolean reserve(int bytes) {
        return bytes <= room;
    }

    @Override
    public boolean event(JsonObject message) {
        events.add(message);
        return !gone;
    }

    @Override
    public boolean keepAlive() {
        comments.add("keep-alive");
        return !gone;
    }

    @Override
    public void end(Answer last) {
        answer.complete(last);
    }

    boolean isEnded() {
        return answer.isDone();
    }

    /** Waits for it, not for ever. */
    Answer answer() {
        return answer.orTimeout(20, TimeUnit.SECONDS).join();
    }

    JsonObject body() {
        return answer().body().orElseThrow();
    }

    JsonObject result() {
        return body().getJsonObject("result");
    }

    void isError(int status, int code) {
        assertEquals(status, answer().status(), () -> answer().toString());
        assertEquals(code, body().getJsonObject("error").getInt("code"), () -> answer().toString());
    }
}
