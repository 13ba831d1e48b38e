package dev.sandgate.http.mcp;

import dev.sandgate.http.gate.RequestId;
import dev.sandgate.mcp.server.Answer;
import dev.sandgate.mcp.server.Headers;
import dev.sandgate.mcp.server.Incoming;
import dev.sandgate.mcp.server.McpServer;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * {@code /mcp}. Suspends every POST, which lets the request thread go, and answers it through the servlet's asynchronous context, so
 * that body or stream, status and headers can be chosen late and by any thread.
 */
@ApplicationScoped
@Path("/mcp")
@Tag(name = "MCP", description = "Model Context Protocol over Streamable HTTP")
public class McpResource {
    private final McpServer server;
    private final BodyBudget bodies = new BodyBudget();

    @Inject
    public McpResource(McpServer server) {
        this.server = server;
    }

    @POST
    @Operation(summary = "One JSON-RPC message; answered by one JSON-RPC message or by an event stream")
    public void post(
            @QueryParam("tools") List<String> tools,
            @Context HttpServletRequest request,
            @Suspended AsyncResponse suspended) {
        AsyncContext context = request.getAsyncContext();
        HttpServletRequest real = (HttpServletRequest) context.getRequest(); // the injected one is of this thread only
        ServletReply reply = new ServletReply(context, RequestId.of(real), Accept.of(real));
        try {
            refuseUnacceptable(real);
            BodyBudget.Share share = bodies.share(real.getContentLengthLong());
            ServletInputStream in = real.getInputStream();
            in.setReadListener(new ArrivingBody(in, share, new Taker(tools, real, reply)));
        } catch (NotTaken refusal) {
            reply.end(Answer.refusal(refusal.status(), refusal.error()));
        } catch (IOException | RuntimeException defect) {
            reply.fail(defect);
        }
    }

    /** Hands a whole body to the server. */
    private final class Taker implements ArrivingBody.Taker {
        private final List<String> tools;
        private final HttpServletRequest request;
        private final ServletReply reply;

        Taker(List<String> tools, HttpServletRequest request, ServletReply reply) {
            this.tools = tools;
            this.request = request;
            this.reply = reply;
        }

        @Override
        public void taken(byte[] body, BodyBudget.Share share) {
            reply.holding(share);
            try {
                server.post(new Incoming(headersOf(request), tools, body), reply);
            } catch (RuntimeException defect) {
                reply.fail(defect);
            }
        }

        @Override
        public void refused(NotTaken why) {
            reply.end(Answer.refusal(why.status(), why.error()));
        }
    }

    @DELETE
    @Operation(summary = "End a session of the legacy era")
    public Response delete(@Context HttpServletRequest request) {
        Answer answer = server.delete(headersOf(request));
        Response.ResponseBuilder response = Response.status(answer.status());
        answer.headers().forEach(response::header);
        answer.body().ifPresent(body -> response.type("application/json").entity(body.toString()));
        return response.build();
    }

    @OPTIONS
    @Operation(hidden = true)
    public Response options() {
        return Response.noContent()
                .header(HttpHeaders.ALLOW, "POST, DELETE, OPTIONS")
                .build();
    }

    private static void refuseUnacceptable(HttpServletRequest request) throws NotTaken {
        if (!isJson(request.getContentType())) {
            throw new NotTaken(415, "Invalid Request: Content-Type must be application/json");
        }
        if (Accept.of(request) == Accept.NOTHING) {
            throw new NotTaken(406, "Invalid Request: Accept must allow application/json or text/event-stream");
        }
    }

    private static boolean isJson(String contentType) {
        return contentType != null
                && contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals("application/json");
    }

    private static Headers headersOf(HttpServletRequest request) {
        return name -> Collections.list(request.getHeaders(name));
    }
}
