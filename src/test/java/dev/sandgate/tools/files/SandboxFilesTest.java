package dev.sandgate.tools.files;

import static dev.sandgate.sandbox.conversation.House.command;
import static dev.sandgate.sandbox.conversation.House.failure;
import static dev.sandgate.sandbox.conversation.House.session;
import static dev.sandgate.sandbox.conversation.House.stateless;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sandgate.mcp.resource.ResourceContents;
import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.mcp.tool.TestContext;
import dev.sandgate.sandbox.conversation.House;
import dev.sandgate.sandbox.model.Caller;
import dev.sandgate.sandbox.model.Situation;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Files of a sandbox as resources. */
class SandboxFilesTest {
    private final House house = new House();
    private final Caller me = session("me");
    private final SandboxFiles files = new SandboxFiles(house.conversations);

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void textFile_isText() {
        String uri = made("a.json", "printf {}");
        assertEquals(Optional.of(ResourceContents.text(uri, "application/json", "{}")), files.read(uri, as(me)));
    }

    @Test
    void fileWithoutATelltaleName_isPlainText_andTheNamedSandboxIsEnough() {
        String uri = made("notes", "printf ☕");
        assertEquals(Optional.of(ResourceContents.text(uri, "text/plain", "☕")), files.read(uri, as(stateless())));
    }

    @Test
    void otherBytes_areABlob() {
        String uri = made("raw", "printf '\\377\\000'");
        assertEquals(
                Optional.of(ResourceContents.blob(uri, "application/octet-stream", new byte[] {-1, 0})),
                files.read(uri, as(me)));
    }

    @Test
    void largestFile_isRead_andALargerOneIsNot() {
        String largest = made("largest", "head -c 8388608 /dev/zero");
        String larger = made("larger", "head -c 8388609 /dev/zero");
        assertEquals(
                8_388_608, files.read(largest, as(me)).orElseThrow().value().length());
        assertEquals(Situation.TOO_LARGE_TO_READ, failure(() -> files.read(larger, as(me))));
    }

    @Test
    void nothingThere_isTold() {
        made("a", "true");
        assertEquals(Situation.FILE_NOT_FOUND, failure(() -> files.read("sandbox://fake1/home/user/nothing", as(me))));
        assertEquals(Situation.SANDBOX_NOT_FOUND, failure(() -> files.read("sandbox://fake9/home/user/a", as(me))));
    }

    @Test
    void otherUris_areNotItsOwn() {
        assertEquals(Optional.empty(), files.read("file:///etc/passwd", as(me)));
    }

    private static CallContext as(Caller caller) {
        return new TestContext(caller, "req-1");
    }

    private String made(String name, String command) {
        var use = house.conversations.of(me).use(Optional.empty());
        use.workspace().run(command(command + " > " + name, 20));
        return "sandbox://" + use.sandboxId() + "/home/user/" + name;
    }
}
