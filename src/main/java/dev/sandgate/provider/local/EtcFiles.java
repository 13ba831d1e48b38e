package dev.sandgate.provider.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** The few files of /etc that a sandbox sees instead of the host's. */
record EtcFiles(Path directory) {
    private static final Map<String, String> FILES =
            Map.of("passwd", """
            root:x:0:0:root:/root:/bin/false
            user:x:1000:1000:user:/home/user:/bin/bash
            nobody:x:65534:65534:nobody:/:/bin/false
            """, "group", """
            root:x:0:
            user:x:1000:
            nogroup:x:65534:
            """, "hosts", """
            127.0.0.1 localhost sandbox
            ::1 localhost
            """, "nsswitch.conf", """
            passwd: files
            group: files
            hosts: files dns
            """);

    static EtcFiles write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (var file : FILES.entrySet()) {
            Path target = Files.writeString(directory.resolve(file.getKey()), file.getValue());
            Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-r--r--"));
        }
        return new EtcFiles(directory);
    }

    List<String> names() {
        return FILES.keySet().stream().sorted().toList();
    }
}
