package dev.sandgate.http.gate;

import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/** The filter in front of every door. */
@WebFilter(urlPatterns = "/*", asyncSupported = true)
public class Gate extends HttpFilter {
    private static final long serialVersionUID = 1L;
    private static final Pattern PORT = Pattern.compile("(?<=[^:]|\\]):[0-9]+$");

    private final transient AllowList allowed;

    @Inject
    public Gate(GateSettings settings) {
        this.allowed = new AllowList(settings);
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        response.setHeader(RequestId.HEADER, RequestId.give(request));
        if (!isHostGood(request)) {
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

    /** Named once, and the same in the request line where that has a name of its own (RFC 9112, 3.2). */
    private boolean isHostGood(HttpServletRequest request) {
        List<String> hosts = Collections.list(request.getHeaders("Host"));
        return hosts.size() == 1
                && allowed.admitsHost(hosts.get(0), request.getLocalPort())
                && bare(request.getServerName()).equalsIgnoreCase(bare(hosts.get(0)));
    }

    /** A host's name without port and brackets. */
    private static String bare(String host) {
        return PORT.matcher(host).replaceFirst("").replace("[", "").replace("]", "");
    }

    private static void refuse(HttpServletResponse response, String why) throws IOException {
        response.setStatus(HttpServletResponse.SC_FORBIDDEN);
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter().println(why);
    }
}
