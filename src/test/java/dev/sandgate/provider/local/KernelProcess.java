package dev.sandgate.provider.local;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A kernel run on this machine as the supervisor would run it in a sandbox: requests on its stdin, answers from its fd 3, its
 * own process group. Every wait ends after {@link #PATIENCE} by the kernel's death, and it does not outlive this process
 * (more exactly: the thread that made it), whatever its code does.
 */
final class KernelProcess implements AutoCloseable {
    private static final long PATIENCE = 60;
    private static final long AGAIN = 200;
    private static final long CATCHES = 20;

    private final Interpreters interpreter;
    private final Path directory;
    private final Process process;
    private final DataOutputStream requests;
    private final DataInputStream answers;
    private final Drain stdout;
    private final Drain stderr;

    private KernelProcess(Interpreters interpreter) throws IOException, URISyntaxException {
        this.interpreter = interpreter;
        directory = Files.createTempDirectory("kernel");
        var fifo = directory.resolve("answers");
        run("mkfifo", fifo.toString());
        var drivers =
                Path.of(KernelProcess.class.getResource("driver.py").toURI()).getParent() + "/";
        // a build in the background ignores SIGINT, and so would the kernel
        var command = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL", "env", "--default-signal=INT"));
        command.addAll(List.of("setsid", "bash", "-c", "exec 3>\"$0\"; exec \"$@\"", fifo.toString()));
        interpreter.argv().forEach(word -> command.add(word.replace(Interpreters.DIRECTORY, drivers)));
        var builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().put("HOME", directory.toString());
        process = builder.start();
        var watchdog = new Thread(this::watch, "kernel watchdog");
        watchdog.setDaemon(true);
        watchdog.start();
        requests = new DataOutputStream(process.getOutputStream());
        answers = new DataInputStream(Files.newInputStream(fifo));
        stdout = new Drain(process.getInputStream());
        stderr = new Drain(process.getErrorStream());
    }

    static KernelProcess of(Interpreters interpreter) {
        try {
            return new KernelProcess(interpreter);
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    Interpreters.Answer run(String code) {
        send(code);
        return receive();
    }

    /** The same kernel's answer to another language. */
    Interpreters.Answer run(Interpreters language, String code) {
        send(language.request(code));
        return language.answer(response());
    }

    /** The only form of the only result. */
    String shown(String code) {
        var answer = run(code);
        if (answer.error().isPresent() || answer.results().size() != 1) {
            throw new AssertionError(answer);
        }
        return answer.results().get(0).get("text/plain");
    }

    void send(String code) {
        send(interpreter.request(code));
    }

    private void send(byte[] request) {
        try {
            requests.writeInt(request.length);
            requests.write(request);
            requests.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Interpreters.Answer receive() {
        return interpreter.answer(response());
    }

    private byte[] response() {
        try {
            var response = new byte[answers.readInt()];
            answers.readFully(response);
            return response;
        } catch (EOFException e) {
            throw new IllegalStateException("the kernel died");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int exitCode() throws InterruptedException {
        process.waitFor(PATIENCE, TimeUnit.SECONDS);
        return process.exitValue();
    }

    /** The answer to SIGINT, which is sent whenever it is caught and again until the answer comes, as the supervisor does. */
    Interpreters.Answer interrupted() throws InterruptedException {
        var answered = new CountDownLatch(1);
        var again = new Thread(() -> interruptUntil(answered), "kernel interrupts");
        again.start();
        try {
            return receive();
        } finally {
            answered.countDown();
            again.join();
        }
    }

    private void interruptUntil(CountDownLatch answered) {
        try {
            boolean sent;
            do {
                sent = catchesInterrupts();
                if (sent) {
                    interrupt();
                }
            } while (!answered.await(sent ? AGAIN : CATCHES, TimeUnit.MILLISECONDS) && process.isAlive());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean catchesInterrupts() {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            var caught = lines.filter(line -> line.startsWith("SigCgt:")).findFirst();
            return caught.map(line -> Long.parseUnsignedLong(line.substring(7).trim(), 16) >> 1 & 1)
                    .equals(Optional.of(1L));
        } catch (IOException | UncheckedIOException e) {
            return false; // it has died, which the reader of the answer sees
        }
    }

    /** One SIGINT to all of its process group. */
    void interrupt() {
        run("kill", "-INT", "--", "-" + process.pid());
    }

    /** Closes the requests, as the supervisor's end does. */
    void hangUp() throws IOException {
        requests.close();
    }

    /** Waits until the code has printed this line. */
    void awaitStdout(String line) throws InterruptedException {
        stdout.await(line + "\n");
    }

    /** Everything printed so far; {@code mark} is what the code printed last. */
    String stdoutUntil(String mark) throws InterruptedException {
        return stdout.await(mark);
    }

    String stderrUntil(String mark) throws InterruptedException {
        return stderr.await(mark);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        run("rm", "-rf", directory.toString());
    }

    private void watch() {
        try {
            if (!process.waitFor(PATIENCE, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
        }
    }

    private static void run(String... command) {
        try {
            if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
                throw new IllegalStateException(command[0]);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Reads a stream all the time, as the supervisor does. */
    private static final class Drain extends Thread {
        private final InputStream stream;
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private boolean ended;

        Drain(InputStream stream) {
            super("kernel output");
            this.stream = stream;
            setDaemon(true);
            start();
        }

        @Override
        public void run() {
            var buffer = new byte[65536];
            try {
                for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                    synchronized (this) {
                        kept.write(buffer, 0, n);
                        notifyAll();
                    }
                }
            } catch (IOException e) {
                synchronized (this) {
                    kept.writeBytes("[stream broke]".getBytes(StandardCharsets.UTF_8));
                }
            }
            synchronized (this) {
                ended = true;
                notifyAll();
            }
        }

        synchronized String await(String mark) throws InterruptedException {
            var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
            while (!text().contains(mark)) {
                var left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (ended || left <= 0) {
                    throw new AssertionError("not printed: " + mark + " in " + text());
                }
                wait(left);
            }
            return text();
        }

        private String text() {
            return kept.toString(StandardCharsets.UTF_8);
        }
    }
}
