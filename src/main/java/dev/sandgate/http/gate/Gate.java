package dev.sandgate.http.gate;

import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The filter in front of every door. */
@WebFilter(urlPatterns = "/*", asyncSupported = true)
public class Gate extends HttpFilter {
    private static final long serialVersionUID = 1L;

    private final transient AllowList allowed;

    @Inject
    public Gate(GateSettings settings) {
        this.allowed = new AllowList(settings);
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        response.setHeader(RequestId.HEADER, RequestId.give(request));
        if (!allowed.admitsHost(host(request), request.getLocalPort())) {
            refuse(response, "This server does not answer to that host name.");
        } else if (!isOriginGood(request)) {
            refuse(response, "Requests of that origin are not allowed.");
        } else {
            chain.doFilter(request, response);
        }
    }

    private boolean isOriginGood(HttpServletRequest request) {
        String origin = request.getHeader("Origin");
        return origin == null || allowed.admitsOrigin(origin, request.getLocalPort());
    }

    /** HTTP/2 has it elsewhere. */
    private static String host(HttpServletRequest request) {
        String host = request.getHeader("Host");
        return host != null ? host : request.getServerName() + ":" + request.getServerPort();
    }

    private static void refuse(HttpServletResponse response, String why) throws IOException {
        response.setStatus(HttpServletResponse.SC_FORBIDDEN);
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter().println(why);
    }
}
