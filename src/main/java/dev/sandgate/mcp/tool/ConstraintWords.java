package dev.sandgate.mcp.tool;

import dev.sandgate.mcp.tool.ArgumentType.Kind;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import jakarta.validation.metadata.ConstraintDescriptor;
import java.lang.annotation.Annotation;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Bean Validation constraints in the words of JSON Schema. What the validator enforces is read from its own metadata, so the two
 * cannot drift apart; a constraint that has no words, or that does not suit the type, is a defect.
 */
final class ConstraintWords {
    private static final JsonProvider JSON = JsonProvider.provider();

    private final String component;
    private final Kind kind;
    private final Map<String, JsonValue> words = new TreeMap<>();

    private ConstraintWords(String component, Kind kind) {
        this.component = component;
        this.kind = kind;
    }

    /** Keywords in a fixed order, whatever the order of the metadata. */
    static Map<String, JsonValue> of(String component, Kind kind, Set<ConstraintDescriptor<?>> constraints) {
        var writer = new ConstraintWords(component, kind);
        constraints.forEach(constraint -> writer.add(constraint.getAnnotation()));
        return writer.words;
    }

    private void add(Annotation constraint) {
        if (constraint instanceof NotNull) {
            return;
        }
        switch (kind) {
            case INTEGER -> addToInteger(constraint);
            case TEXT -> addToText(constraint);
            case MAP -> addToMap(constraint);
            case FLAG, WORD -> throw unsuitable(constraint);
        }
    }

    private void addToInteger(Annotation constraint) {
        if (constraint instanceof Min min) {
            put("minimum", min.value());
        } else if (constraint instanceof Max max) {
            put("maximum", max.value());
        } else if (constraint instanceof Positive) {
            put("minimum", 1);
        } else if (constraint instanceof PositiveOrZero) {
            put("minimum", 0);
        } else {
            throw unsuitable(constraint);
        }
    }

    private void addToText(Annotation constraint) {
        if (constraint instanceof NotBlank || constraint instanceof NotEmpty) {
            put("minLength", 1);
        } else if (constraint instanceof Size size) {
            putSize(size, "minLength", "maxLength");
        } else if (constraint instanceof Pattern pattern && pattern.flags().length == 0) {
            words.put("pattern", JSON.createValue("^(?:" + pattern.regexp() + ")$"));
        } else {
            throw unsuitable(constraint);
        }
    }

    private void addToMap(Annotation constraint) {
        if (constraint instanceof NotEmpty) {
            put("minProperties", 1);
        } else if (constraint instanceof Size size) {
            putSize(size, "minProperties", "maxProperties");
        } else {
            throw unsuitable(constraint);
        }
    }

    private void putSize(Size size, String least, String most) {
        if (size.min() > 0) {
            put(least, size.min());
        }
        if (size.max() < Integer.MAX_VALUE) {
            put(most, size.max());
        }
    }

    private void put(String word, long value) {
        words.put(word, JSON.createValue(value));
    }

    private ToolDefect unsuitable(Annotation constraint) {
        return new ToolDefect("@" + constraint.annotationType().getSimpleName() + " does not suit " + component);
    }
}
