package dev.sandgate.mcp.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ToolAnswerTest {
    record Size(long widthPx, String unit) {}

    @Test
    void structuredResult_hasItsTextCopyFirst() {
        var result = Result.of(new Size(3, "\"px\""), List.of(new Content.Image("iVBO", "image/png")));
        assertEquals(JsonText.object("""
                        {"content":[
                           {"type":"text","text":"{\\"width_px\\":3,\\"unit\\":\\"\\\\\\"px\\\\\\"\\"}"},
                           {"type":"image","data":"iVBO","mimeType":"image/png"}],
                         "structuredContent":{"width_px":3,"unit":"\\"px\\""},
                         "isError":false}
                        """), ToolAnswer.of(result));
    }

    @Test
    void textCopy_isTheStructuredContent() {
        var answer = ToolAnswer.of(Result.of(new Size(3, "line\nbreak \u2028 \0 \uD83D\uDE00")));
        var text = answer.getJsonArray("content").getJsonObject(0).getString("text");
        assertEquals(answer.getJsonObject("structuredContent"), JsonText.object(text));
    }

    @Test
    void failure_hasNoStructuredContent() {
        assertEquals(JsonText.object("""
                        {"content":[{"type":"text","text":"no"}],"isError":true}
                        """), ToolAnswer.of(Result.failure("no")));
    }

    @Test
    void everyKindOfContent_hasItsShape() {
        var result = Result.showing(
                new Content.Text("t"),
                new Content.Audio("UklG", "audio/wav"),
                new Content.ResourceLink("sandgate://a", "a", "text/plain"),
                new Content.EmbeddedText("sandgate://b", "text/plain", "b"));
        assertEquals(JsonText.object("""
                        {"content":[
                           {"type":"text","text":"t"},
                           {"type":"audio","data":"UklG","mimeType":"audio/wav"},
                           {"type":"resource_link","uri":"sandgate://a","name":"a","mimeType":"text/plain"},
                           {"type":"resource","resource":{"uri":"sandgate://b","mimeType":"text/plain","text":"b"}}],
                         "isError":false}
                        """), ToolAnswer.of(result));
    }

    @Test
    void nothingToSay_isAnEmptyList() {
        assertEquals(JsonText.object("{\"content\":[],\"isError\":false}"), ToolAnswer.of(Result.showing()));
    }
}
