package dev.sandgate.http.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class BodyReaderTest {
    private static final int MIB = 1024 * 1024;

    private final BodyReader reader = new BodyReader(0);

    @Test
    void atTheCap_isRead_announcedOrNot() throws IOException, NotTaken {
        BodyReader.Body announced = reader.read(bytes(BodyReader.CAP), BodyReader.CAP);
        assertEquals(BodyReader.CAP, announced.bytes().length);
        announced.release();
        assertEquals(BodyReader.CAP, reader.read(bytes(BodyReader.CAP), -1).bytes().length);
    }

    @Test
    void beyondTheCap_is413_announcedOrNot() {
        assertEquals(413, refused(InputStream.nullInputStream(), BodyReader.CAP + 1L));
        assertEquals(413, refused(bytes(BodyReader.CAP + 1), -1));
        assertEquals(413, refused(bytes(BodyReader.CAP + 1), -1), "a refused body costs nothing");
    }

    @Test
    void manyLargeOnes_are503_untilOneIsReleased() throws IOException, NotTaken {
        BodyReader.Body first = reader.read(bytes(10 * MIB), 10 * MIB);
        assertEquals(503, refused(bytes(10 * MIB), 10 * MIB));
        assertEquals(3, reader.read(bytes(3), 3).bytes().length, "small ones always pass");
        first.release();
        assertEquals(10 * MIB, reader.read(bytes(10 * MIB), 10 * MIB).bytes().length);
    }

    private int refused(InputStream in, long announced) {
        return assertThrows(NotTaken.class, () -> reader.read(in, announced)).status();
    }

    private static InputStream bytes(int count) {
        return new ByteArrayInputStream(new byte[count]);
    }
}
