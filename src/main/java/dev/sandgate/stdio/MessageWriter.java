package dev.sandgate.stdio;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** One message a line, each written whole. Thread-safe. */
final class MessageWriter {
    static final int INTERNAL_ERROR = -32603;
    static final int INVALID_REQUEST = -32600;

    private final OutputStream out;

    MessageWriter(OutputStream out) {
        this.out = out;
    }

    /** A line break can only be white space in JSON. */
    void write(String json) {
        byte[] line = (json.replace('\n', ' ').replace('\r', ' ') + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (this) {
            try {
                out.write(line);
                out.flush();
            } catch (IOException e) {
                throw new HostGone(e);
            }
        }
    }

    void error(Optional<JsonValue> id, int code, String message) {
        JsonObject error = Json.createObjectBuilder()
                .add("code", code)
                .add("message", message)
                .build();
        var answer = Json.createObjectBuilder().add("jsonrpc", "2.0");
        id.ifPresent(known -> answer.add("id", known));
        write(answer.add("error", error).build().toString());
    }

    /** Nobody reads standard output any more. */
    static final class HostGone extends RuntimeException {
        private static final long serialVersionUID = 1L;

        HostGone(IOException cause) {
            super(cause);
        }
    }
}
