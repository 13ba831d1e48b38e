package dev.sandgate.sandbox.port;

import java.time.Clock;
import java.time.Duration;

class FakeProviderTest extends SandboxProviderContract {
    private final ManualClock clock = ManualClock.at("2026-12-01T10:00:00Z");
    private final FakeProvider provider = new FakeProvider(clock);

    @Override
    protected SandboxProvider provider() {
        return provider;
    }

    @Override
    protected Clock clock() {
        return clock;
    }

    @Override
    protected void pass(Duration time) {
        clock.advance(time);
    }
}
