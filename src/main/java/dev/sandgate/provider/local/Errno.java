package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;

/** The one place where an error number from inside a sandbox becomes a failure. */
final class Errno {
    static final int ENOENT = 2;

    private static final int EPERM = 1;
    private static final int E2BIG = 7;
    private static final int EAGAIN = 11;
    private static final int ENOMEM = 12;
    private static final int EACCES = 13;
    private static final int EBUSY = 16;
    private static final int EEXIST = 17;
    private static final int EXDEV = 18;
    private static final int ENOTDIR = 20;
    private static final int EISDIR = 21;
    private static final int EINVAL = 22;
    private static final int ENFILE = 23;
    private static final int EMFILE = 24;
    private static final int ETXTBSY = 26;
    private static final int EFBIG = 27;
    private static final int ENOSPC = 28;
    private static final int EROFS = 30;
    private static final int ENAMETOOLONG = 36;
    private static final int ENOTEMPTY = 39;
    private static final int ELOOP = 40;
    private static final int ENXIO = 6;
    private static final int EDQUOT = 122;

    private Errno() {}

    static SandboxException failure(Reply.Failed failed) {
        return new SandboxException(
                switch (failed.stage()) {
                    case "path" -> path(failed.errno());
                    case "cwd" -> cwd(failed.errno());
                    case "spawn", "kernel" -> spawn(failed.errno());
                    default -> limit(failed.errno());
                });
    }

    private static Failure path(int errno) {
        return switch (errno) {
            case ENOENT -> Failure.of(Situation.FILE_NOT_FOUND).at("path");
            case EPERM,
                    EACCES,
                    EBUSY,
                    EEXIST,
                    EXDEV,
                    ENOTDIR,
                    EISDIR,
                    EINVAL,
                    ETXTBSY,
                    EROFS,
                    ENAMETOOLONG,
                    ENOTEMPTY,
                    ELOOP,
                    ENXIO -> Failure.of(Situation.BAD_ARGUMENT).at("path");
            case ENOSPC, EDQUOT -> Failure.of(Situation.DISK_FULL).at("path");
            case EFBIG -> Failure.of(Situation.TOO_LARGE).at("path");
            default -> limit(errno);
        };
    }

    private static Failure cwd(int errno) {
        return switch (errno) {
            case ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG, EINVAL ->
                Failure.of(Situation.BAD_ARGUMENT).at("cwd");
            default -> limit(errno);
        };
    }

    private static Failure spawn(int errno) {
        return switch (errno) {
            case ENOENT, EACCES -> Failure.of(Situation.UNSUPPORTED);
            case E2BIG -> Failure.of(Situation.TOO_LARGE).at("command");
            case EBUSY -> Kernels.busy();
            default -> limit(errno);
        };
    }

    private static Failure limit(int errno) {
        return switch (errno) {
            case EAGAIN -> Failure.of(Situation.LIMIT_REACHED).about("processes");
            case ENOMEM -> Failure.of(Situation.LIMIT_REACHED).about("memory");
            case ENFILE, EMFILE -> Failure.of(Situation.LIMIT_REACHED).about("open files");
            case ENOSPC, EDQUOT -> Failure.of(Situation.DISK_FULL);
            default -> Failure.of(Situation.INTERNAL);
        };
    }
}
