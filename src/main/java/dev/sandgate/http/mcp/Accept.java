package dev.sandgate.http.mcp;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Which kind of answer a client takes. The specification wants both named; we give what is taken. A stream is only for those who name
 * it: a client that says no more than "anything" gets one body.
 */
enum Accept {
    JSON,
    STREAM,
    BOTH,
    NOTHING;

    private static final Pattern REFUSED = Pattern.compile(";\\s*q=0(\\.0*)?\\s*(;|$)");

    static Accept of(HttpServletRequest request) {
        return of(String.join(",", Collections.list(request.getHeaders("Accept"))));
    }

    static Accept of(String header) {
        if (header.isBlank()) {
            return JSON;
        }
        boolean json = false;
        boolean stream = false;
        for (String range : header.toLowerCase(Locale.ROOT).split(",", -1)) {
            if (!REFUSED.matcher(range).find()) {
                String type = range.split(";", 2)[0].strip();
                json |= type.equals("application/json") || type.equals("application/*") || type.equals("*/*");
                stream |= type.equals("text/event-stream") || type.equals("text/*");
            }
        }
        return json ? (stream ? BOTH : JSON) : (stream ? STREAM : NOTHING);
    }

    boolean takesStream() {
        return this == STREAM || this == BOTH;
    }
}
