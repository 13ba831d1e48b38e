package dev.sandgate.provider.local;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The processes that hold a sandbox: bubblewrap outside, which is our child, and the supervisor, which is pid 1 inside. It ends by
 * its pid 1, because ending bubblewrap alone would leave the sandbox running.
 */
final class SandboxProcess {
    private static final System.Logger LOG = System.getLogger(SandboxProcess.class.getName());
    private static final Duration START = Duration.ofSeconds(10);
    private static final Duration EXIT = Duration.ofSeconds(5);
    private static final Pattern CHILD = Pattern.compile("\"child-pid\"\\s*:\\s*([0-9]{1,10})");
    private static final int MOST_INFO = 8192;
    private static final int MOST_COMPLAINT = 1000;

    private final Process outer;
    private volatile String complaint = "";
    private volatile Optional<ProcessIdentity> init = Optional.empty();

    private SandboxProcess(Process outer) {
        this.outer = outer;
    }

    /** Only starts it; {@link #handOver} must follow, so that whoever called can end it from here on. */
    static SandboxProcess start(List<String> launcher) throws IOException {
        var builder = new ProcessBuilder(launcher).directory(Path.of("/").toFile());
        builder.environment().clear();
        return new SandboxProcess(builder.start());
    }

    /** Gives the launcher its plan and learns which process is pid 1 inside. */
    void handOver(LaunchPlan plan, ScheduledExecutorService clock) throws IOException {
        ScheduledFuture<?> alarm = clock.schedule(this::kill, START.toMillis(), TimeUnit.MILLISECONDS);
        try {
            try (var stdin = outer.getOutputStream()) {
                plan.writeTo(stdin);
            }
            long child = childPid(outer.getInputStream());
            init = ProcessIdentity.of(child);
            if (init.isEmpty()) {
                throw new IOException("the sandbox ended at its start");
            }
        } finally {
            alarm.cancel(false);
        }
    }

    private static long childPid(InputStream info) throws IOException {
        var text = new StringBuilder();
        byte[] some = new byte[512];
        while (text.length() < MOST_INFO) {
            int count = info.read(some);
            if (count < 0) {
                break;
            }
            text.append(new String(some, 0, count, StandardCharsets.US_ASCII));
            if (text.indexOf("}") >= 0) {
                break;
            }
        }
        info.close();
        Matcher matcher = CHILD.matcher(text);
        if (!matcher.find()) {
            throw new IOException("bubblewrap did not start the sandbox");
        }
        return Long.parseLong(matcher.group(1));
    }

    CompletableFuture<?> exit() {
        return outer.onExit();
    }

    boolean alive() {
        return outer.isAlive() && init.filter(ProcessIdentity::alive).isPresent();
    }

    List<ProcessIdentity> identities() {
        var all = new ArrayList<ProcessIdentity>();
        init.ifPresent(all::add);
        ProcessIdentity.of(outer.pid()).ifPresent(all::add);
        return all;
    }

    /** Starts the end of everything in the sandbox; idempotent, never blocks. */
    void kill() {
        List<ProcessHandle> descendants =
                init.isPresent() ? List.of() : outer.descendants().toList();
        init.ifPresent(ProcessIdentity::kill);
        descendants.forEach(ProcessHandle::destroyForcibly);
        if (init.isEmpty() || !init.get().alive()) {
            outer.destroyForcibly();
        }
    }

    /** Kills until nothing of it is left; false when something would not go. */
    boolean awaitExit() {
        boolean gone = Patience.until(EXIT, () -> {
            kill();
            return init.filter(ProcessIdentity::alive).isEmpty() && !outer.isAlive();
        });
        try (var complaints = outer.getErrorStream()) {
            outer.getInputStream().close();
            int readable = Math.min(MOST_COMPLAINT, complaints.available());
            complaint = new String(complaints.readNBytes(readable), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "output of bubblewrap", e);
        }
        return gone;
    }

    /** What bubblewrap or the launcher said on their error stream before they ended; for the log. */
    String complaint() {
        return complaint;
    }
}
