package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.Situation;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaunchFailureTest {
    private static final String FULL = "No space left on device";

    @Test
    void aFullDisk_isALimitOfTheServer() {
        var failures = List.of(
                new FileSystemException("/run/sandgate/sandboxes/x", null, FULL),
                new BindException(FULL),
                new IOException(FULL),
                new IOException("record", new FileSystemException("/run/sandgate/x", null, FULL)));
        for (IOException failure : failures) {
            assertEquals(
                    Failure.of(Situation.LIMIT_REACHED).about("room on the server's disk"),
                    new LaunchFailure(failure).told());
        }
    }

    @Test
    void anythingElse_isAProviderThatCannotBeUsed() {
        var failures = List.of(
                new IOException(),
                new NoSuchFileException("/run/" + FULL),
                new IOException("the sandbox did not start: bwrap: Creating new namespace failed: " + FULL));
        for (IOException failure : failures) {
            assertEquals(Failure.of(Situation.PROVIDER_UNAVAILABLE), new LaunchFailure(failure).told());
        }
    }

    @Test
    void theOperator_getsClassAndMessage_inOneLine() {
        assertEquals(
                "a sandbox could not be made: java.nio.file.FileSystemException: /run/x: " + FULL,
                new LaunchFailure(new FileSystemException("/run/x", null, FULL)).line());
        assertEquals(
                "a sandbox could not be made: java.io.IOException: bwrap: one bwrap: two",
                new LaunchFailure(new IOException("bwrap: one\r\nbwrap: two")).line());
        assertEquals(
                "a sandbox could not be made: java.io.IOException: null", new LaunchFailure(new IOException()).line());
    }
}
