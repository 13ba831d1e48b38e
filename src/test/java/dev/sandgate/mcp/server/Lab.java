package dev.sandgate.mcp.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sandgate.mcp.tool.FailureTeller;
import dev.sandgate.mcp.tool.Result;
import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.SandboxException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A server without a container: fake tools, a clock that is moved by hand, everything but the tools on the test's own thread. */
final class Lab implements AutoCloseable {
    static final String MODERN_META =
            "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}";

    final AtomicLong millis = new AtomicLong(1_000_000);
    final List<Caller> ended = new ArrayList<>();
    final FakeTools tools = new FakeTools();
    final FakeResources resources = new FakeResources();
    final McpServer server;
    private final ExecutorService runners;

    Lab() {
        this(new McpSettings("1", Duration.ofHours(1), 3, 4));
    }

    Lab(McpSettings settings) {
        runners = new ThreadPoolExecutor(0, settings.calls(), 1, TimeUnit.SECONDS, new SynchronousQueue<>());
        var threads = new McpThreads(runners, new SameThread(), new SameThread());
        server = new McpServer(
                settings,
                new Offer(tools.catalogue(), resources.catalogue()),
                tell(),
                ended::add,
                threads,
                new McpTime(millis::get, () -> Instant.ofEpochMilli(millis.get())));
    }

    private static FailureTeller tell() {
        return (thrown, context) -> {
            String word = thrown instanceof SandboxException known
                    ? known.failure().situation().name()
                    : "internal";
            return new FailureTeller.Told(Result.failure(word), word, word);
        };
    }

    RecordingReply post(Map<String, String> headers, String body) {
        return post(headers, List.of(), body, new RecordingReply());
    }

    RecordingReply post(Map<String, String> headers, List<String> selection, String body, RecordingReply reply) {
        Map<String, String> any = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        any.putAll(headers);
        Headers found = name -> any.containsKey(name) ? List.of(any.get(name)) : List.of();
        server.post(new Incoming(found, selection, body.getBytes(UTF_8)), reply);
        return reply;
    }

    Answer delete(Map<String, String> headers) {
        return server.delete(name -> headers.containsKey(name) ? List.of(headers.get(name)) : List.of());
    }

    /** @return the session's header */
    Map<String, String> initialize() {
        return initialize(Map.of());
    }

    Map<String, String> initialize(Map<String, String> headers) {
        RecordingReply reply = post(
                headers,
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\"}}");
        return Map.of("Mcp-Session-Id", reply.answer().headers().get("Mcp-Session-Id"));
    }

    RecordingReply call(Map<String, String> headers, String id, String tool, String arguments, String meta) {
        return post(headers, legacyCall(id, tool, arguments, meta));
    }

    static String legacyCall(String id, String tool, String arguments, String meta) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + ",\"_meta\":{" + meta + "}}}";
    }

    static Map<String, String> modernHeaders(String method) {
        return Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method);
    }

    RecordingReply modern(String method) {
        return post(
                modernHeaders(method),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":{" + MODERN_META + "}}}");
    }

    RecordingReply modernCall(String tool, String arguments, Map<String, String> more) {
        Map<String, String> headers = new TreeMap<>(modernHeaders("tools/call"));
        headers.put("Mcp-Name", tool);
        headers.putAll(more);
        return post(
                headers,
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                        + "\",\"arguments\":" + arguments + "," + MODERN_META + "}}}");
    }

    /** Moves the clock on and lets the heart beat. */
    void pass(Duration time) {
        millis.addAndGet(time.toMillis());
        server.beat();
    }

    @Override
    public void close() {
        server.stop();
        runners.shutdownNow();
    }

    /** Does what it is given at once. */
    private static final class SameThread extends AbstractExecutorService {
        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void shutdown() {
            // nothing runs
        }

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long time, TimeUnit unit) {
            return true;
        }
    }
}
