package dev.sandgate.provider.local;

import dev.sandgate.sandbox.port.SandboxProvider;
import dev.sandgate.sandbox.port.SandboxStreamContract;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class LocalStreamContractIT extends SandboxStreamContract {
    private static RealProvider real;

    @BeforeAll
    static void start() {
        real = RealProvider.start(1);
    }

    @AfterAll
    static void stop() throws IOException {
        real.close();
    }

    @Override
    protected SandboxProvider provider() {
        return real.provider();
    }
}
