package dev.sandgate.mcp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sandgate.mcp.tool.ToolDefect;
import dev.sandgate.mcp.tool.ToolEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogueTest {
    private final FakeTools tools = new FakeTools();

    @Test
    void order_isByGroupThenName_m3() {
        List<String> names = tools.catalogue().select(List.of()).descriptions().stream()
                .map(tool -> tool.asJsonObject().getString("name"))
                .toList();
        assertEquals(List.of("who", "hold", "job", "break"), names);
    }

    @Test
    void twoToolsOfOneName_areADefect() {
        List<ToolEntry> twice = List.of(FakeTools.entry(tools.who), FakeTools.entry(new FakeTools.Who()));
        assertThrows(ToolDefect.class, () -> new Catalogue(twice));
    }
}
