package dev.sandgate.http.gate;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Arrays;

/** Answers what no door answered: the status and its name, never the text of an exception. */
@Provider
public class LastWord implements ExceptionMapper<Throwable> {
    private static final Logger LOG = System.getLogger(LastWord.class.getName());

    @Override
    public Response toResponse(Throwable thrown) {
        if (thrown instanceof WebApplicationException known) {
            return plain(known.getResponse());
        }
        LOG.log(Level.ERROR, () -> "a door failed: " + thrown.getClass().getName() + where(thrown));
        return plain(Response.serverError().build());
    }

    /** Keeps the headers, of which {@code Allow} is one. */
    private static Response plain(Response response) {
        Response.StatusType status = response.getStatusInfo();
        return Response.fromResponse(response)
                .entity(status.getStatusCode() + " " + status.getReasonPhrase() + "\n")
                .type(MediaType.TEXT_PLAIN_TYPE.withCharset("UTF-8"))
                .build();
    }

    private static String where(Throwable thrown) {
        return Arrays.stream(thrown.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("dev.sandgate."))
                .findFirst()
                .map(frame -> " at " + frame)
                .orElse("");
    }
}
