package dev.sandgate.tools.transfer;

import org.apache.tika.Tika;

/** What kind of file it is: by its content, and by its name where the content leaves that open. */
final class MimeType {
    private static final Tika TIKA = new Tika();

    private MimeType() {}

    static String of(byte[] head, String path) {
        return TIKA.detect(head, path.substring(path.lastIndexOf('/') + 1));
    }
}
