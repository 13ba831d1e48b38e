package dev.sandgate.sandbox.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.CodeRequest;
import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.FileEntry;
import dev.sandgate.sandbox.model.Language;
import dev.sandgate.sandbox.model.OutputLimits;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.SandboxSpec;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.FakeProvider;
import dev.sandgate.sandbox.port.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkspaceTest {
    private final FakeProvider provider = new FakeProvider(ManualClock.at("2026-12-01T10:00:00Z"));
    private final List<Duration> uses = new ArrayList<>();
    private final Workspace workspace = open();

    @AfterEach
    void close() {
        provider.close();
    }

    @Test
    void everyUse_isAnnouncedWithItsLength() {
        workspace.run(command("true"));
        workspace.files().list(".", 1);

        assertEquals(List.of(Duration.ofSeconds(70), Duration.ofSeconds(60)), uses);
    }

    @Test
    void output_isCappedAsConfigured() {
        var result = workspace.run(command("seq 1 1000"));

        assertTrue(result.truncated());
        assertEquals(3893, result.stdout().bytes());
    }

    @Test
    void textFile_isReadBack() {
        assertEquals(6, workspace.files().write("dir/ä.txt", "a☕é"));

        assertEquals(new TextSlice("a☕é", 6, false), workspace.files().read("dir/ä.txt", 0, 100));
        assertEquals(new TextSlice("", 6, false), workspace.files().read("dir/ä.txt", 100, 100));
    }

    @Test
    void slicesOfAnyLength_joinToTheWholeText() {
        String text = "a☕é𝄞b".repeat(3);
        workspace.files().write("f", text);

        for (int limit = 1; limit <= 7; limit++) {
            var joined = new StringBuilder();
            TextSlice slice;
            long offset = 0;
            do {
                slice = workspace.files().read("f", offset, limit);
                joined.append(slice.content());
                offset += limit;
            } while (slice.truncated());
            assertEquals(text, joined.toString());
        }
    }

    @Test
    void bytesThatAreNotText_areRefused() {
        for (String bytes : List.of("a\\377b", "\\303", "\\303(", "\\355\\240\\200", "\\200\\200\\200\\200")) {
            workspace.run(command("printf '" + bytes + "' > f"));

            var failure = assertThrows(
                            SandboxException.class, () -> workspace.files().read("f", 0, 100))
                    .failure();
            assertEquals(Situation.NOT_TEXT, failure.situation());
            assertEquals(Optional.of("path"), failure.field());
        }
    }

    @Test
    void strayContinuationBytesBeforeASlice_areRefused() {
        workspace.run(command("printf 'a\\200\\200\\200\\200\\200' > f"));

        assertEquals(
                Situation.NOT_TEXT,
                assertThrows(SandboxException.class, () -> workspace.files().read("f", 5, 1))
                        .failure()
                        .situation());
    }

    @Test
    void filesThatCodeMadeOrChanged_areItsOutput() {
        workspace.run(command("echo old > kept; echo old > changed; mkdir dir"));

        var run = code("echo longer > changed; echo new > new; echo x > .hidden; mkdir made; echo x > dir/inside");

        assertEquals(
                List.of("changed", "new"),
                run.outputFiles().stream().map(FileEntry::name).toList());
    }

    @Test
    void fileRewrittenWithTheSameSize_isChanged() {
        workspace.run(command("echo old > f; touch -d 2020-01-01 f"));

        assertEquals(1, code("echo new > f").outputFiles().size());
    }

    @Test
    void outputFiles_areFiftyAtMost() {
        assertEquals(50, code("touch $(seq 100 180)").outputFiles().size());
    }

    @Test
    void fullHome_hidesWhatCannotBeKnown() {
        workspace.run(command("touch $(seq 10001 11200)"));

        var run = code("echo x > 10500; echo x > 11150");

        assertEquals(
                List.of("10500"),
                run.outputFiles().stream().map(FileEntry::name).toList());
    }

    private CodeRun code(String code) {
        return workspace.runCode(new CodeRequest(code, Language.BASH, Duration.ofSeconds(10)));
    }

    private Workspace open() {
        var id = provider.create(SandboxSpec.lasting(Duration.ofMinutes(5))).id();
        var counting = new Usage() {
            @Override
            public <T> T during(Duration atMost, Supplier<T> work) {
                uses.add(atMost);
                return work.get();
            }
        };
        return new Workspace(() -> provider.connect(id), counting, new OutputLimits(1000, 10_000));
    }

    private static Command command(String line) {
        return new Command(line, Optional.empty(), Map.of(), Duration.ofSeconds(10));
    }
}
