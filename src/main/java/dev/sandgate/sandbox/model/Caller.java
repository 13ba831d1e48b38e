package dev.sandgate.sandbox.model;

/**
 * On whose behalf something happens.
 *
 * @param tenant the account that owns what is made; {@code local} where no identity is configured
 * @param scope which default sandbox is meant when none is named
 */
public record Caller(String tenant, Scope scope) {
    public static final String LOCAL_TENANT = "local";

    /** Whose default sandbox. Closing a session releases what it owns; a conversation outlives sessions. */
    public sealed interface Scope {}

    /** A session of a stateful client, or a STDIO connection. */
    public record Session(String id) implements Scope {}

    /** A conversation named by the client, shared by all doors (C2). */
    public record Conversation(String id) implements Scope {}

    /** A stateless call without a conversation: every sandbox must be named. */
    public record Stateless() implements Scope {}
}
