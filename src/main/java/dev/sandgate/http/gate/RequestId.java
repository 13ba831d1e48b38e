package dev.sandgate.http.gate;

import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.ThreadLocalRandom;

/** A name for each request, for people who compare a log with an answer. Not a secret. */
public final class RequestId {
    static final String HEADER = "X-Request-Id";
    private static final String ATTRIBUTE = RequestId.class.getName();
    private static final int DIGITS = 16;

    private RequestId() {}

    /** The one that the gate gave. */
    public static String of(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof String id ? id : give(request);
    }

    static String give(HttpServletRequest request) {
        String digits = Long.toHexString(ThreadLocalRandom.current().nextLong());
        String id = "0".repeat(DIGITS - digits.length()) + digits;
        request.setAttribute(ATTRIBUTE, id);
        return id;
    }
}
