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
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The programs that sandboxes are given read-only: the supervisor and the interpreter drivers, unpacked from this archive into a
 * directory named after their content, so that another version never changes what a running sandbox uses.
 */
record Programs(Path directory, Supervisor supervisor) {

    static Programs unpack(Path parent, Supervisor supervisor) throws IOException {
        Map<String, byte[]> files = resources(supervisor);
        if (!files.keySet().containsAll(supervisor.files())) {
            throw new StartFailure("this build does not hold " + supervisor.description());
        }
        Path directory = parent.resolve(digest(files));
        if (!Files.isDirectory(directory)) {
            Path fresh = Files.createTempDirectory(Files.createDirectories(parent), "new");
            for (var file : files.entrySet()) {
                Path target = fresh.resolve(file.getKey());
                Files.createDirectories(target.getParent());
                Files.write(target, file.getValue());
            }
            supervisor.prepare(fresh);
            makeReadable(parent, fresh);
            Files.move(fresh, directory, StandardCopyOption.ATOMIC_MOVE);
        }
        removeOthers(parent, directory);
        return new Programs(directory, supervisor);
    }

    /** The command that becomes bubblewrap. */
    List<String> launcher() {
        return with(supervisor.command(directory), "launch");
    }

    /** The command of pid 1, which has these programs in another directory. */
    List<String> init(Path directoryInside) {
        return with(supervisor.command(directoryInside), "run");
    }

    private static List<String> with(List<String> command, String mode) {
        return Stream.concat(command.stream(), Stream.of(mode)).toList();
    }

    private static void makeReadable(Path parent, Path fresh) throws IOException {
        try (var files = Files.walk(fresh)) {
            for (Path each : Stream.concat(Stream.of(parent), files).toList()) {
                Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    /** Of former versions; called when no sandbox lives. */
    private static void removeOthers(Path parent, Path current) throws IOException {
        try (var files = Files.walk(parent)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(parent) && !file.startsWith(current)) {
                    Files.delete(file);
                }
            }
        }
    }

    private static Map<String, byte[]> resources(Supervisor supervisor) throws IOException {
        var files = new LinkedHashMap<String, byte[]>();
        for (String part : supervisor.files()) {
            put(files, part);
        }
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
