package dev.sandgate.sandbox.conversation;

import dev.sandgate.sandbox.lifecycle.Lifecycle;
import dev.sandgate.sandbox.lifecycle.SandboxAddress;
import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.Sandbox;
import dev.sandgate.sandbox.workspace.Usage;
import dev.sandgate.sandbox.workspace.Workspace;
import java.time.Clock;
import java.time.Duration;

/** What all scopes share. */
record Household(Lifecycle lifecycle, ConversationSettings settings, Clock clock, Alarms alarms, Owners owners) {

    Keeper keeper(Sandbox sandbox, Duration policy) {
        return new Keeper(sandbox, policy, lifecycle, clock, alarms);
    }

    Workspace workspace(SandboxAddress address, Usage usage) {
        return new Workspace(() -> lifecycle.connect(address), usage, settings.outputLimits());
    }

    Duration lifeOfDefault(Caller.Scope scope) {
        return scope instanceof Caller.Conversation ? settings.conversationTimeout() : settings.sandboxTimeout();
    }
}
