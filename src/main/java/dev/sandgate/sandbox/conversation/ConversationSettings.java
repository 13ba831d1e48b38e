package dev.sandgate.sandbox.conversation;

import dev.sandgate.sandbox.model.OutputLimits;
import java.time.Duration;

/**
 * @param sandboxTimeout {@code sandgate.sandbox.timeout}: the life of what {@code create_sandbox} makes, and of a session's default
 * @param conversationTimeout {@code sandgate.conversation.timeout}: the life of a conversation's default
 * @param outputLimits {@code sandgate.output.limit} and {@code sandgate.output.file-limit}
 */
public record ConversationSettings(Duration sandboxTimeout, Duration conversationTimeout, OutputLimits outputLimits) {
    public ConversationSettings {
        if (sandboxTimeout.isNegative() || sandboxTimeout.isZero()) {
            throw new IllegalArgumentException("sandgate.sandbox.timeout");
        }
        if (conversationTimeout.isNegative() || conversationTimeout.isZero()) {
            throw new IllegalArgumentException("sandgate.conversation.timeout");
        }
    }
}
