package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.json.JsonObject;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of a sandbox as resources, in both eras. */
class ResourcesIT {

    private static Stream<Mcp> clients() {
        return Stream.of(Mcp.legacy(), Mcp.modern().freshConversation());
    }

    @ParameterizedTest
    @MethodSource("clients")
    void nothingIsListed_butATemplate(Mcp mcp) {
        assertEquals(List.of(), mcp.request("resources/list").result().getJsonArray("resources"));
        var templates = mcp.request("resources/templates/list").result().getJsonArray("resourceTemplates");
        assertEquals(
                List.of("sandbox://{sandbox_id}/{path}"),
                templates.getValuesAs(JsonObject.class).stream()
                        .map(template -> template.getString("uriTemplate"))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("clients")
    void writtenFile_isReadAsText(Mcp mcp) {
        var written =
                mcp.call("write_file", "path", "ünï code.txt", "content", "☕\n").structured();
        String uri = "sandbox://" + written.getString("sandbox_id") + "/home/user/%C3%BCn%C3%AF%20code.txt";
        assertEquals(Json.object("uri", uri, "mimeType", "text/plain", "text", "☕\n"), read(mcp, uri));
    }

    @ParameterizedTest
    @MethodSource("clients")
    void fileThatCodeMade_isLinkedTo_andReadAsABlob(Mcp mcp) {
        var links = mcp.call("run_code", "code", "open('x.png', 'wb').write(bytes(range(256)))")
                .links();
        assertEquals(1, links.size(), links::toString);
        assertTrue(links.get(0).endsWith("/home/user/x.png"), links::toString);
        var contents = read(mcp, links.get(0));
        assertEquals("image/png", contents.getString("mimeType"));
        assertEquals(256, Base64.getDecoder().decode(contents.getString("blob")).length);
    }

    @ParameterizedTest
    @MethodSource("clients")
    void wholeOfALongOutput_isLinkedTo(Mcp mcp) {
        var ran = mcp.call("run_command", "command", "seq 1 100000");
        assertTrue(ran.structured().getBoolean("truncated"));
        assertEquals(588_895, read(mcp, ran.links().get(0)).getString("text").length());
    }

    @ParameterizedTest
    @MethodSource("clients")
    void fileBeyondTheLimit_isRefused_withAWayOut(Mcp mcp) {
        var ran = mcp.call("run_command", "command", "head -c 8388609 /dev/zero > large")
                .structured();
        String uri = "sandbox://" + ran.getString("sandbox_id") + "/home/user/large";
        var error = ask(mcp, uri).refused(200, -32602);
        assertTrue(error.getString("message").contains("download_file"), error::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sandbox://nosuchsandbox/home/user/x", "sandbox://", "file:///etc/passwd"})
    void nothingThere_isNotFound(String uri) {
        assertEquals(
                uri,
                ask(Mcp.modern(), uri)
                        .refused(200, -32602)
                        .getJsonObject("data")
                        .getString("uri"));
        assertEquals(
                uri,
                ask(Mcp.legacy(), uri)
                        .refused(200, -32002)
                        .getJsonObject("data")
                        .getString("uri"));
    }

    @ParameterizedTest
    @MethodSource("clients")
    void missingFile_isNotFound_likeAMissingSandbox(Mcp mcp) {
        var made = mcp.call("create_sandbox").structured();
        String uri = "sandbox://" + made.getString("sandbox_id") + "/home/user/nothing";
        assertEquals(
                "Resource not found",
                ask(mcp, uri).response().getJsonObject("error").getString("message"));
        mcp.call("kill_sandbox").structured();
        assertEquals(
                "Resource not found",
                ask(mcp, uri).response().getJsonObject("error").getString("message"));
    }

    @ParameterizedTest
    @MethodSource("clients")
    void directory_isRefused_withoutItsName(Mcp mcp) {
        var made = mcp.call("create_sandbox").structured();
        var error = ask(mcp, "sandbox://" + made.getString("sandbox_id") + "/home/user")
                .refused(200, -32602);
        assertFalse(error.toString().contains("/home"), error::toString);
    }

    private static JsonObject read(Mcp mcp, String uri) {
        return ask(mcp, uri).result().getJsonArray("contents").getJsonObject(0);
    }

    private static Answer ask(Mcp mcp, String uri) {
        return mcp.request("resources/read", Json.object("uri", uri));
    }
}
