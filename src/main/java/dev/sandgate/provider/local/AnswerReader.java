package dev.sandgate.provider.local;

import dev.sandgate.provider.local.Interpreters.Answer;
import dev.sandgate.sandbox.model.CodeError;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParser.Event;
import jakarta.json.stream.JsonParserFactory;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads a kernel's answer, event by event: exactly the expected shape within its bounds, or an answer with the error
 * {@code KernelError}. User code shares a process with the driver, so nothing that it says is believed, and no more is built
 * from it than may be returned.
 */
final class AnswerReader {
    static final int MAX_BYTES = 16 << 20;
    static final int MAX_RESULTS = 256;
    static final int MAX_FORMS = 32;
    /** Of all results and the error together; the drivers stay below. */
    static final int MAX_CHARACTERS = 12 << 20;

    private static final Pattern MIME = Pattern.compile("[a-z0-9]{1,40}/[A-Za-z0-9][A-Za-z0-9.+_-]{0,126}");
    private static final JsonParserFactory PARSERS = Json.createParserFactory(Map.of());

    private final JsonParser parser;
    private int left = MAX_CHARACTERS;

    private AnswerReader(JsonParser parser) {
        this.parser = parser;
    }

    static Answer read(byte[] response) {
        if (response.length > MAX_BYTES) {
            return refused();
        }
        try (var parser = PARSERS.createParser(new StringReader(decoded(response)))) {
            return new AnswerReader(parser).answer();
        } catch (CharacterCodingException | JsonException | NoSuchElementException | IllegalStateException malformed) {
            return refused();
        }
    }

    private static Answer refused() {
        var error = new CodeError("KernelError", "the interpreter gave an answer that cannot be read", "");
        return new Answer(List.of(), Optional.of(error), false);
    }

    private static String decoded(byte[] response) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(response))
                .toString();
    }

    private Answer answer() {
        expect(Event.START_OBJECT);
        List<Map<String, String>> results = List.of();
        Optional<CodeError> error = Optional.empty();
        boolean unsupported = false;
        while (nextKey()) {
            switch (parser.getString()) {
                case "results" -> results = results();
                case "error" -> error = Optional.of(error());
                case "unsupported" -> unsupported = !text().isEmpty();
                default -> throw new IllegalStateException("key");
            }
        }
        if (parser.hasNext()) {
            throw new IllegalStateException("more than an object");
        }
        return new Answer(results, error, unsupported);
    }

    private List<Map<String, String>> results() {
        expect(Event.START_ARRAY);
        var results = new ArrayList<Map<String, String>>();
        for (var event = parser.next(); event != Event.END_ARRAY; event = parser.next()) {
            if (event != Event.START_OBJECT || results.size() == MAX_RESULTS) {
                throw new IllegalStateException("results");
            }
            results.add(forms());
        }
        return List.copyOf(results);
    }

    private Map<String, String> forms() {
        var forms = new LinkedHashMap<String, String>();
        while (nextKey()) {
            var mime = parser.getString();
            if (!MIME.matcher(mime).matches() || forms.size() == MAX_FORMS) {
                throw new IllegalStateException("mime");
            }
            forms.put(mime, text());
        }
        return Collections.unmodifiableMap(forms);
    }

    private CodeError error() {
        expect(Event.START_OBJECT);
        String name = "";
        String value = "";
        String traceback = "";
        while (nextKey()) {
            switch (parser.getString()) {
                case "name" -> name = text();
                case "value" -> value = text();
                case "traceback" -> traceback = text();
                default -> throw new IllegalStateException("key");
            }
        }
        return new CodeError(name, value, traceback);
    }

    private boolean nextKey() {
        var event = parser.next();
        if (event != Event.KEY_NAME && event != Event.END_OBJECT) {
            throw new IllegalStateException("key");
        }
        return event == Event.KEY_NAME;
    }

    private String text() {
        expect(Event.VALUE_STRING);
        var text = parser.getString();
        left -= text.length();
        if (left < 0) {
            throw new IllegalStateException("size");
        }
        return whole(text);
    }

    /** Half a surrogate pair cannot be written as UTF-8. */
    private static String whole(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text)
                ? text
                : text.codePoints()
                        .map(point ->
                                point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE ? 0xFFFD : point)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
    }

    private void expect(Event wanted) {
        if (parser.next() != wanted) {
            throw new IllegalStateException("shape");
        }
    }
}
