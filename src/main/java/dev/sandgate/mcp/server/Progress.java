package dev.sandgate.mcp.server;

import dev.sandgate.mcp.jsonrpc.JsonText;
import dev.sandgate.mcp.jsonrpc.Messages;
import dev.sandgate.mcp.jsonrpc.RpcError;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.math.BigDecimal;
import java.util.Optional;

/** The progress notifications of one call: they strictly increase, and the token keeps its type (E12). Thread-safe. */
final class Progress {
    private final JsonValue token;
    private long lastThousandths = -1;

    private Progress(JsonValue token) {
        this.token = token;
    }

    /** Empty when the client gave no token. */
    static Optional<Progress> wanted(JsonObject params) {
        JsonValue token = Meta.of(params).get(Meta.PROGRESS_TOKEN);
        if (token == null) {
            return Optional.empty();
        }
        if (!JsonText.isStringOrInteger(token)) {
            throw RpcError.invalidParams("Invalid params: progressToken must be a string or an integer");
        }
        return Optional.of(new Progress(token));
    }

    /** What is not more than the last one becomes just more than it: the tool's steps and the timer's seconds share one scale. */
    synchronized JsonObject report(double done, String message) {
        lastThousandths = Math.max(lastThousandths + 1, Math.round(done * 1000));
        return Messages.notification(
                "notifications/progress",
                JsonText.object()
                        .add("progressToken", token)
                        .add("progress", number())
                        .add("message", message)
                        .build());
    }

    private BigDecimal number() {
        BigDecimal exact = BigDecimal.valueOf(lastThousandths, 3).stripTrailingZeros();
        return exact.scale() < 0 ? exact.setScale(0) : exact; // 10, not 1E+1
    }
}
