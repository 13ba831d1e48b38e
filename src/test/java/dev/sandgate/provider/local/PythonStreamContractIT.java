package dev.sandgate.provider.local;

import dev.sandgate.sandbox.port.SandboxProvider;
import dev.sandgate.sandbox.port.SandboxStreamContract;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What a build without a C compiler gives. */
class PythonStreamContractIT extends SandboxStreamContract {
    private static RealProvider real;

    @BeforeAll
    static void start() {
        real = RealProvider.start(1, Supervisor.PYTHON);
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
