package dev.sandgate.http.mcp;

import dev.sandgate.mcp.jsonrpc.JsonText;
import dev.sandgate.mcp.jsonrpc.Messages;
import dev.sandgate.mcp.jsonrpc.RpcError;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.regex.Pattern;

/** Refuses media types that are none (RFC 9110, 8.3.1 and 12.5.1) in our own words, before JAX-RS fails on them in its own. */
@WebFilter(urlPatterns = "/mcp", asyncSupported = true)
public class MediaTypes extends HttpFilter {
    private static final long serialVersionUID = 1L;

    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    private static final String QUALITY = "[qQ]=(?:0(?:\\.[0-9]{0,3})?|1(?:\\.0{0,3})?)";
    private static final String PARAMETER =
            "\\s*;\\s*(?:" + QUALITY + "|(?![qQ]=)" + TOKEN + "=(?:" + TOKEN + "|\"[^\"\\\\]*\"))?";
    private static final Pattern TYPE = Pattern.compile("\\s*" + TOKEN + "/" + TOKEN + "(?:" + PARAMETER + ")*+\\s*");

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String contentType = request.getContentType();
        if (contentType != null && !isType(contentType)) {
            refuse(response, 415, "Invalid Request: Content-Type must be application/json");
        } else if (!areTypes(String.join(",", Collections.list(request.getHeaders("Accept"))))) {
            refuse(response, 406, "Invalid Request: Accept must allow application/json or text/event-stream");
        } else {
            chain.doFilter(request, response);
        }
    }

    static boolean isType(String text) {
        return TYPE.matcher(text).matches();
    }

    static boolean areTypes(String list) {
        for (String one : list.split(",", -1)) {
            if (!one.isBlank() && !isType(one)) {
                return false;
            }
        }
        return true;
    }

    private static void refuse(HttpServletResponse response, int status, String why) throws IOException {
        response.setStatus(status);
        response.setContentType("application/json");
        response.getOutputStream().write(JsonText.bytes(Messages.error(RpcError.invalidRequest(why))));
    }
}
