package dev.sandgate.mcp.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sandgate.sandbox.model.SandboxException;
import jakarta.json.JsonString;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentSchemaTest {
    record Nothing() {}

    record Renamed(
            @Called("wait") @Describe("how long") @Min(1) @Default("1")
            int patience) {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    command    | {"type":"string","description":"a command line","maxLength":10,"minLength":1}
                    limit      | {"type":"integer","description":"how many","maximum":100,"minimum":1,"default":100}
                    offset     | {"type":"integer","description":"where to begin","minimum":0,"default":0}
                    cpu        | {"type":"integer","description":"cores","minimum":1}
                    sandbox_id | {"type":"string","description":"whose"}
                    status     | {"type":"string","enum":["creating","running","paused","stopping","stopped","error"],"description":"which state"}
                    language   | {"type":"string","enum":["python","javascript","typescript","bash","r"],"description":"which language","default":"python"}
                    envs       | {"type":"object","additionalProperties":{"type":"string"},"description":"variables","maxProperties":2,"default":{}}
                    full_page  | {"type":"boolean","description":"all of it","default":false}
                    provider   | {"type":"string","description":"which provider"}
                    region     | {"type":"string","description":"where","pattern":"^(?:[a-z]+)$"}
                    content    | {"type":"string","description":"a text"}
                    """)
    void component_becomesProperty(String name, String expected) {
        var properties = EveryArgument.SHAPE.schema().getJsonObject("properties");
        assertEquals(JsonText.object(expected), properties.getJsonObject(name));
    }

    @Test
    void properties_keepTheRecordsOrder() {
        var properties = EveryArgument.SHAPE.schema().getJsonObject("properties");
        assertEquals(
                List.of(
                        "command",
                        "limit",
                        "offset",
                        "cpu",
                        "sandbox_id",
                        "status",
                        "language",
                        "envs",
                        "full_page",
                        "provider",
                        "region",
                        "content"),
                List.copyOf(properties.keySet()));
    }

    @Test
    void noDefaultAndNotOptional_isRequired() {
        var required = EveryArgument.SHAPE.schema().getJsonArray("required").getValuesAs(JsonString::getString);
        assertEquals(List.of("command"), required);
    }

    @Test
    void nameThatNoComponentCanHave_isGivenAndBoundAndTold() {
        var shape = ArgumentShape.of(Renamed.class, PlatformValidator.INSTANCE);
        assertEquals(
                List.of("wait"),
                List.copyOf(shape.schema().getJsonObject("properties").keySet()));
        assertEquals(7, shape.bind(JsonText.object("{\"wait\":7}")).patience());
        var refused = assertThrows(SandboxException.class, () -> shape.bind(JsonText.object("{\"wait\":0}")));
        assertEquals(Optional.of("wait"), refused.failure().field());
    }

    @Test
    void recordWithoutComponents_hasEmptyProperties() {
        var schema = ArgumentShape.of(Nothing.class, PlatformValidator.INSTANCE).schema();
        assertEquals(JsonText.object("""
                        {"type":"object","properties":{},"required":[],"additionalProperties":false}
                        """), schema);
    }
}
