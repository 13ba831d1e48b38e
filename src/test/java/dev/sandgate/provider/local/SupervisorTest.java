package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SupervisorTest {

    @Test
    void thePythonOne_isMadeOfAllFilesOfItsDirectory() throws Exception {
        Path main =
                Path.of(Supervisor.class.getResource("supervisor/__main__.py").toURI());
        var there = new TreeSet<String>();
        try (var files = Files.newDirectoryStream(main.getParent(), "*.py")) {
            files.forEach(file -> there.add("supervisor/" + file.getFileName()));
        }
        assertEquals(there, new TreeSet<>(Supervisor.PYTHON.files()));
    }
}
