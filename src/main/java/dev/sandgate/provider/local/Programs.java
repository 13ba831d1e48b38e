package dev.sandgate.provider.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The programs that sandboxes are given read-only: the supervisor and the interpreter drivers, unpacked from this archive into a
 * directory named after their content, so that another version never changes what a running sandbox uses.
 */
record Programs(Path directory) {
    static final String SUPERVISOR = "sandgate-supervisor";

    static Programs unpack(Path parent) throws IOException {
        Map<String, byte[]> files = resources();
        if (!files.containsKey(SUPERVISOR)) {
            throw new StartFailure("this build holds no sandgate-supervisor for " + System.getProperty("os.arch"));
        }
        Path directory = parent.resolve(digest(files));
        if (!Files.isDirectory(directory)) {
            Path fresh = Files.createTempDirectory(Files.createDirectories(parent), "new");
            for (var file : files.entrySet()) {
                Path target = Files.write(fresh.resolve(file.getKey()), file.getValue());
                Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
            for (Path each : List.of(parent, fresh)) {
                Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
            Files.move(fresh, directory, StandardCopyOption.ATOMIC_MOVE);
        }
        return new Programs(directory);
    }

    Path supervisor() {
        return directory.resolve(SUPERVISOR);
    }

    private static Map<String, byte[]> resources() throws IOException {
        var files = new LinkedHashMap<String, byte[]>();
        put(files, SUPERVISOR);
        for (String driver : Interpreters.DRIVERS) {
            put(files, driver);
        }
        return files;
    }

    private static void put(Map<String, byte[]> files, String name) throws IOException {
        try (InputStream in = Programs.class.getResourceAsStream(name)) {
            if (in != null) {
                files.put(name, in.readAllBytes());
            }
        }
    }

    private static String digest(Map<String, byte[]> files) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            files.forEach((name, bytes) -> {
                sha.update(name.getBytes(StandardCharsets.UTF_8));
                sha.update(bytes);
            });
            return HexFormat.of().formatHex(sha.digest()).substring(0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
