package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.Situation;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Optional;

/** Why a sandbox could not be made: one line for the operator, who may see paths of the host, and a failure for the caller. */
record LaunchFailure(IOException cause) {
    private static final String FULL = "No space left";
    private static final int MOST_CAUSES = 10;
    private static final int MOST_CHARACTERS = 1500;

    /** LIMIT_REACHED when the disk under the root directory is full. */
    Failure told() {
        Throwable link = cause;
        for (int depth = 0; depth < MOST_CAUSES && link != null; depth++) {
            if (link instanceof IOException && full(link)) {
                return Failure.of(Situation.LIMIT_REACHED).about("room on the server's disk");
            }
            link = link.getCause();
        }
        return Failure.of(Situation.PROVIDER_UNAVAILABLE);
    }

    /** At the start only: bubblewrap, which is quoted further on, says it of too many namespaces too. */
    private static boolean full(Throwable thrown) {
        String reason = thrown instanceof FileSystemException file ? file.getReason() : thrown.getMessage();
        return Optional.ofNullable(reason).filter(text -> text.startsWith(FULL)).isPresent();
    }

    String line() {
        String message = String.valueOf(cause.getMessage()).replaceAll("\\p{Cntrl}+", " ");
        return "a sandbox could not be made: " + cause.getClass().getName() + ": "
                + message.substring(0, Math.min(MOST_CHARACTERS, message.length()));
    }
}
