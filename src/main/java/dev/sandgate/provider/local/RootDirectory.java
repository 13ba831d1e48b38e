package dev.sandgate.provider.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/** The provider's directory on the host, locked as long as the provider lives. */
final class RootDirectory implements AutoCloseable {
    private static final String KEY = "sandgate.local.root";
    /** What lies below it in a socket's path, which may have 107 bytes in all. */
    private static final int LONGEST = 107 - "/sandboxes/12345678901234567890/control/s".length();

    private static final int INSTANCE_DIGITS = 12;

    private static final Set<PosixFilePermission> PASSABLE = PosixFilePermissions.fromString("rwx--x--x");

    private final Path path;
    private final FileChannel lockFile;

    private RootDirectory(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    /** Root's lies where nothing survives a restart of the machine, unless programs are forbidden there. */
    static Path standard(String seed) {
        String instance = digest(seed);
        if (Host.ownUid() == 0) {
            Path run = Path.of("/run/sandgate", instance);
            return programsForbidden(run) ? Path.of("/var/lib/sandgate", instance) : run;
        }
        String runtime = Optional.ofNullable(System.getenv("XDG_RUNTIME_DIR")).orElse("/tmp");
        Path mine = Path.of(runtime, "sandgate-" + Host.ownUid(), instance);
        return programsForbidden(mine) ? Path.of("/tmp", "sandgate-" + Host.ownUid(), instance) : mine;
    }

    static RootDirectory open(Path path) {
        if (path.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST) {
            throw new StartFailure(KEY + ": the path is longer than " + LONGEST + " bytes");
        }
        if (programsForbidden(path)) {
            throw new StartFailure(KEY + ": lies on a file system mounted noexec");
        }
        try {
            makePassable(path);
            checkOwners(path);
            FileChannel file =
                    FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!lock(file)) {
                file.close();
                throw new StartFailure(KEY + ": another running server uses this directory");
            }
            return new RootDirectory(path, file);
        } catch (IOException e) {
            throw new StartFailure(KEY + ": cannot be made or written", e);
        }
    }

    Path path() {
        return path;
    }

    /** Twelve digits that stand for this directory wherever the kernel keeps names. */
    String instance() {
        return digest(path.toString());
    }

    /** Sandboxes run as other users, who must find their way through but see nothing. */
    private static void makePassable(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        makePassable(directory.getParent());
        Files.createDirectory(directory);
        Files.setPosixFilePermissions(directory, PASSABLE);
    }

    private static void checkOwners(Path directory) throws IOException {
        int self = Host.ownUid();
        for (Path each = directory; each != null; each = each.getParent()) {
            int owner = (Integer) Files.getAttribute(each, "unix:uid");
            if (owner != self && owner != 0) {
                throw new StartFailure(KEY + ": a directory on the way belongs to another user");
            }
            if (self == 0 && !Files.getPosixFilePermissions(each).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                throw new StartFailure(KEY + ": a directory on the way keeps other users out (chmod o+x)");
            }
        }
    }

    private static boolean lock(FileChannel file) throws IOException {
        try {
            FileLock lock = file.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static boolean programsForbidden(Path path) {
        try {
            return Mounts.ofThisProcess()
                    .holding(path.toAbsolutePath())
                    .filter(mount -> mount.options().contains("noexec"))
                    .isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    private static String digest(String seed) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(seed.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, INSTANCE_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        lockFile.close();
    }
}
