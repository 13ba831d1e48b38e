package dev.sandgate.http.mcp;

import dev.sandgate.mcp.jsonrpc.JsonText;
import dev.sandgate.mcp.jsonrpc.RpcError;
import dev.sandgate.mcp.server.Answer;
import dev.sandgate.mcp.server.Reply;
import jakarta.json.JsonObject;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** An answer over an asynchronous servlet context, from any thread. Whoever is writing when the end comes also writes the end. */
final class ServletReply implements Reply {
    private static final Logger LOG = System.getLogger(ServletReply.class.getName());
    private static final byte[] KEEP_ALIVE = ": keep-alive\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BLANK = "\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EVENT = "event: message\ndata: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END_OF_EVENT = "\n\n".getBytes(StandardCharsets.US_ASCII);

    private final AsyncContext context;
    private final String requestId;
    private final Accept accept;
    private final Lock writing = new ReentrantLock();
    private final AtomicReference<Answer> last = new AtomicReference<>();
    private Optional<BodyBudget.Share> share = Optional.empty();
    private boolean streaming;
    private boolean gone;
    private boolean completed;

    ServletReply(AsyncContext context, String requestId, Accept accept) {
        this.context = context;
        this.requestId = requestId;
        this.accept = accept;
        context.setTimeout(0); // a call has its own end
    }

    /** Releases it when all is sent. Before anything can end this. */
    void holding(BodyBudget.Share taken) {
        share = Optional.of(taken);
    }

    @Override
    public String requestId() {
        return requestId;
    }

    @Override
    public boolean canStream() {
        return accept.takesStream();
    }

    @Override
    public boolean reserve(int bytes) {
        return share.filter(held -> held.growFor(bytes)).isPresent();
    }

    @Override
    public boolean event(JsonObject message) {
        writing.lock();
        try {
            return last.get() != null || send(EVENT, JsonText.bytes(message), END_OF_EVENT);
        } finally {
            writing.unlock();
            complete();
        }
    }

    @Override
    public boolean keepAlive() {
        if (!writing.tryLock()) {
            return true;
        }
        try {
            return last.get() != null || send(accept.takesStream() ? KEEP_ALIVE : BLANK);
        } finally {
            writing.unlock();
            complete();
        }
    }

    @Override
    public void end(Answer answer) {
        if (last.compareAndSet(null, answer)) {
            complete();
        }
    }

    /** For what should not happen. */
    void fail(Exception defect) {
        LOG.log(
                Level.ERROR,
                () -> "request=" + requestId + " failed: " + defect.getClass().getName());
        end(Answer.refusal(500, RpcError.internal()));
    }

    private void complete() {
        while (last.get() != null && writing.tryLock()) {
            try {
                if (completed) {
                    return;
                }
                completed = true;
                write(last.get());
                hangUp();
            } finally {
                writing.unlock();
            }
        }
    }

    private void hangUp() {
        try {
            context.complete();
        } catch (IllegalStateException alreadyOver) {
            gone = true;
        } finally {
            share.ifPresent(BodyBudget.Share::release);
        }
    }

    private void write(Answer answer) {
        boolean asEvent = accept.takesStream()
                && (streaming || (accept == Accept.STREAM && answer.status() == HttpServletResponse.SC_OK));
        if (asEvent) {
            answer.body().ifPresent(body -> send(EVENT, JsonText.bytes(body), END_OF_EVENT));
        } else if (streaming) {
            answer.body().ifPresent(body -> send(JsonText.bytes(body)));
        } else {
            writeWhole(answer);
        }
    }

    private void writeWhole(Answer answer) {
        try {
            HttpServletResponse response = response();
            response.setStatus(answer.status());
            answer.headers().forEach(response::setHeader);
            if (answer.body().isPresent()) {
                byte[] bytes = JsonText.bytes(answer.body().get());
                response.setContentType("application/json");
                response.setContentLength(bytes.length);
                response.getOutputStream().write(bytes);
            }
        } catch (IOException | IllegalStateException clientGone) {
            gone = true;
        }
    }

    /** @return false when the client is gone, which shows only here */
    private boolean send(byte[]... parts) {
        if (gone) {
            return false;
        }
        try {
            boolean first = !streaming;
            ServletOutputStream out = first ? open() : response().getOutputStream();
            for (byte[] part : parts) {
                out.write(part);
            }
            out.flush();
            if (first) {
                out.flush(); // Liberty keeps the first flush to itself
            }
            return true;
        } catch (IOException | IllegalStateException clientGone) {
            gone = true;
            return false;
        }
    }

    private ServletOutputStream open() throws IOException {
        HttpServletResponse response = response();
        response.setStatus(HttpServletResponse.SC_OK);
        response.setContentType(accept.takesStream() ? "text/event-stream" : "application/json");
        response.setHeader("Cache-Control", "no-cache, no-transform");
        response.setHeader("X-Accel-Buffering", "no");
        streaming = true;
        return response.getOutputStream();
    }

    private HttpServletResponse response() {
        return (HttpServletResponse) context.getResponse();
    }
}
