package dev.sandgate.mcp.server;

import dev.sandgate.sandbox.model.Caller;
import java.util.Optional;

/** On whose behalf a request is, and in which session, if in one. */
record Asker(Caller caller, Optional<Session> session) {}
