package dev.sandgate.mcp.tool;

import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with a tool comes out when the catalogue is built. */
class ArgumentDefectTest {
    record NoDescription(String path) {}

    record EmptyDescription(@Describe(" ") String path) {}

    record NoSchema(@Describe("x") Instant when) {}

    record NoSchemaInside(@Describe("x") Optional<Object> what) {}

    record ListOfTexts(@Describe("x") List<String> names) {}

    record MapOfIntegers(@Describe("x") Map<String, Integer> counts) {}

    record DefaultOfAnotherType(
            @Describe("x") @Default("\"5\"") int limit) {}

    record DefaultThatIsNoJson(
            @Describe("x") @Default("five") int limit) {}

    record DefaultTooBig(
            @Describe("x") @Default("5000000000") int limit) {}

    record DefaultOutOfBounds(
            @Describe("x") @Min(1) @Default("0") int limit) {}

    record DefaultNoWord(@Describe("x") @Default("FILES") Group group) {}

    record OptionalWithDefault(@Describe("x") @Default("5") Optional<Integer> limit) {}

    record ConstraintOnOptional(
            @Describe("x") @Size(max = 5) Optional<String> name) {}

    record UnsuitableConstraint(
            @Describe("x") @NotBlank @Default("1") int limit) {}

    record ConstraintWithoutWords(@Describe("x") @Email String address) {}

    record NoName(@Describe("x") String _hidden) {}

    @ParameterizedTest
    @ValueSource(
            classes = {
                NoDescription.class,
                EmptyDescription.class,
                NoSchema.class,
                NoSchemaInside.class,
                ListOfTexts.class,
                MapOfIntegers.class,
                DefaultOfAnotherType.class,
                DefaultThatIsNoJson.class,
                DefaultTooBig.class,
                DefaultOutOfBounds.class,
                DefaultNoWord.class,
                OptionalWithDefault.class,
                ConstraintOnOptional.class,
                UnsuitableConstraint.class,
                ConstraintWithoutWords.class,
                NoName.class
            })
    void defect_isFoundAtOnce(Class<?> type) {
        var arguments = type.asSubclass(Record.class);
        assertThrows(ToolDefect.class, () -> ArgumentShape.of(arguments, PlatformValidator.INSTANCE));
    }
}
