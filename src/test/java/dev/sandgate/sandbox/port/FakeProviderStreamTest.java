package dev.sandgate.sandbox.port;

class FakeProviderStreamTest extends SandboxStreamContract {
    private final FakeProvider provider = new FakeProvider(ManualClock.at("2026-12-01T10:00:00Z"));

    @Override
    protected SandboxProvider provider() {
        return provider;
    }
}
