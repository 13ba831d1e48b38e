package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.port.CommandListener;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * One sandbox's control channel: the socket that its supervisor connects out to, and the requests under way. Thread-safe. At most
 * one connection is trusted at a time; while there is one, nobody else is even accepted. A lost connection may come back within
 * {@link #RECONNECT}; requests wait for it that long.
 */
final class ControlChannel implements ControlLoop.Handler, ControlLoop.Ticking, ControlConnection.Owner, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ControlChannel.class.getName());
    /** What an operation may take beyond its own time-out. */
    static final Duration GRACE = Duration.ofSeconds(10);

    private static final Duration RECONNECT = Duration.ofSeconds(5);
    private static final Duration HANDSHAKE = Duration.ofSeconds(2);
    /** How long the end of a connection may be the first sign of the end of the sandbox. */
    private static final Duration DEATH_NOTICE = Duration.ofMillis(300);

    private static final int STRANGERS = 4;
    private static final int BACKLOG = 8;

    /** Told from the control loop; must not block. */
    interface Listener {
        /** The supervisor did not answer, or did not come back. */
        void broken();

        /** A supervisor is new on its connection: tell it how long it has. */
        void greet(Consumer<ByteBuffer> say);
    }

    private final ControlLoop loop;
    private final ServerSocketChannel server;
    private final SelectionKey key;
    private final PeerCheck peer;
    private final byte[] secret;
    private final AtomicInteger numbers = new AtomicInteger();
    private final CompletableFuture<Void> established = new CompletableFuture<>();
    private final Set<ControlConnection> strangers = new HashSet<>();
    private final List<Operation> orphaned = new ArrayList<>();
    private volatile Listener listener;
    private ControlConnection current;
    private long lostAt;
    private boolean ended;

    /** Binds the socket; whoever runs as {@code uid} may connect to it. */
    ControlChannel(ControlLoop loop, Path socket, Optional<Integer> uid, byte[] secret) throws IOException {
        this.loop = loop;
        this.secret = secret.clone();
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(socket), BACKLOG);
            this.peer = PeerCheck.ownerOf(socket, uid);
            server.configureBlocking(false);
            this.key = loop.register(server, 0, this);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    void open(Listener who) {
        listener = who;
        loop.watch(this);
        accepting(true);
    }

    /** Completes when the supervisor has said the secret; fails when the channel is closed before. */
    CompletableFuture<Void> established() {
        return established;
    }

    synchronized boolean connected() {
        return current != null;
    }

    int nextNumber() {
        return numbers.updateAndGet(n -> n == Integer.MAX_VALUE ? 1 : n + 1);
    }

    /**
     * Sends frames and waits for the answer. The frames carry {@code number}.
     *
     * @throws Unanswered when the caller is interrupted while it waits
     */
    <R extends Reply> Reply request(int number, Class<R> expected, Duration patience, List<ByteBuffer> frames) {
        var operation = new Operation(expected, patience.plus(GRACE));
        ControlConnection connection = submit(number, operation, frames);
        try {
            return answer(operation, patience.plus(GRACE).plus(GRACE));
        } catch (InterruptedException e) {
            endEarly(connection, number, operation);
            throw interrupted(operation);
        }
    }

    /**
     * Sends a program's start and hands over what it prints until it has ended; however this ends, the program does too. With patience
     * for ever it ends at the latest with the sandbox.
     *
     * @throws Unanswered when the caller is interrupted meanwhile
     */
    Reply stream(int number, Duration patience, List<ByteBuffer> frames, CommandListener taker) {
        var flow = new Flow();
        var operation = new Operation(flow, patience.plus(GRACE));
        ControlConnection connection = submit(number, operation, frames);
        boolean over = false;
        try {
            flow.handTo(
                    taker,
                    more -> connection.say(
                            new FrameWriter(Frames.CREDIT, number).u32(more).done()));
            over = true;
            return answer(operation, GRACE);
        } catch (InterruptedException e) {
            throw interrupted(operation);
        } finally {
            if (!over) {
                flow.abandon();
                endEarly(connection, number, operation);
            }
        }
    }

    private ControlConnection submit(int number, Operation operation, List<ByteBuffer> frames) {
        ControlConnection connection;
        do {
            connection = awaitConnection();
        } while (!connection.submit(number, operation, frames));
        return connection;
    }

    private Reply answer(Operation operation, Duration patience) throws InterruptedException {
        try {
            return operation.answer().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            listener.broken();
            throw SandboxException.of(Situation.PROVIDER_UNAVAILABLE);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof SandboxException known
                    ? known
                    : SandboxException.of(Situation.PROVIDER_UNAVAILABLE);
        }
    }

    /** Nobody waits for it any more, but the supervisor owes an answer all the same. */
    private static void endEarly(ControlConnection connection, int number, Operation operation) {
        operation.hurry(GRACE);
        connection.say(new FrameWriter(Frames.KILL, number).done());
    }

    private static Unanswered interrupted(Operation operation) {
        Thread.currentThread().interrupt();
        return new Unanswered(operation.answer());
    }

    /** Sends a frame that has no answer; one that finds no connection is lost. */
    void say(ByteBuffer frame) {
        ControlConnection connection;
        synchronized (this) {
            connection = current;
        }
        if (connection != null) {
            connection.say(frame);
        }
    }

    private synchronized ControlConnection awaitConnection() {
        long deadline = System.nanoTime() + RECONNECT.toNanos();
        while (current == null && !ended) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw SandboxException.of(Situation.PROVIDER_UNAVAILABLE);
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted");
            }
        }
        if (ended) {
            throw SandboxException.of(Situation.SANDBOX_NOT_FOUND);
        }
        return current;
    }

    @Override
    public void ready(SelectionKey ready, ByteBuffer scratch) {
        try {
            SocketChannel socket = server.accept();
            if (socket == null) {
                return;
            }
            if (!peer.accepts(socket) || !admit(socket)) {
                socket.close();
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "accept; again at the next tick", e);
            accepting(false);
        }
    }

    private synchronized boolean admit(SocketChannel socket) throws IOException {
        if (ended || current != null || strangers.size() >= STRANGERS) {
            return false;
        }
        var connection = new ControlConnection(socket, loop, this);
        strangers.add(connection);
        connection.open();
        accepting(strangers.size() < STRANGERS);
        return true;
    }

    @Override
    public void hello(ControlConnection connection, ByteBuffer bytes) throws ProtocolError {
        var payload = new Payload(bytes);
        int version = payload.u16();
        byte[] said = payload.str(secret.length);
        payload.end();
        if (version != Frames.VERSION || !MessageDigest.isEqual(said, secret)) {
            throw new ProtocolError("secret");
        }
        List<Operation> failed;
        synchronized (this) {
            if (ended || current != null) {
                throw new ProtocolError("second supervisor");
            }
            strangers.remove(connection);
            connection.trust();
            current = connection;
            accepting(false);
            failed = takeOrphaned();
        }
        listener.greet(connection::say);
        synchronized (this) {
            notifyAll();
        }
        established.complete(null);
        fail(failed, Situation.PROVIDER_UNAVAILABLE);
    }

    @Override
    public void closed(ControlConnection connection, Collection<Operation> pending, boolean violated) {
        Situation answer;
        synchronized (this) {
            strangers.remove(connection);
            if (connection == current) {
                current = null;
                lostAt = System.nanoTime();
            }
            accepting(!ended && current == null && strangers.size() < STRANGERS);
            if (!ended && !violated) {
                orphaned.addAll(pending);
                return;
            }
            answer = ended ? Situation.SANDBOX_NOT_FOUND : Situation.PROVIDER_UNAVAILABLE;
        }
        fail(pending, answer);
    }

    @Override
    public void tick(long now) {
        List<ControlConnection> late = new ArrayList<>();
        List<Operation> failed = List.of();
        boolean broken;
        synchronized (this) {
            for (ControlConnection stranger : strangers) {
                if (stranger.strangerSince(now - HANDSHAKE.toNanos())) {
                    late.add(stranger);
                }
            }
            boolean lost = current == null && established.isDone() && !ended;
            broken = (lost && now - lostAt > RECONNECT.toNanos()) || (current != null && current.overdue(now));
            accepting(!ended && current == null && strangers.size() < STRANGERS);
            if (lost && now - lostAt > DEATH_NOTICE.toNanos()) {
                failed = takeOrphaned();
            }
        }
        late.forEach(stranger -> stranger.close(true));
        fail(failed, Situation.PROVIDER_UNAVAILABLE);
        if (broken) {
            listener.broken();
        }
    }

    private List<Operation> takeOrphaned() {
        var taken = List.copyOf(orphaned);
        orphaned.clear();
        return taken;
    }

    private static void fail(Collection<Operation> operations, Situation situation) {
        operations.forEach(one -> one.answer().completeExceptionally(SandboxException.of(situation)));
    }

    private void accepting(boolean yes) {
        int wanted = yes ? SelectionKey.OP_ACCEPT : 0;
        if (key.isValid() && key.interestOps() != wanted) {
            key.interestOps(wanted);
            loop.wakeup();
        }
    }

    @Override
    public void abort() {
        LOG.log(Level.WARNING, "a connection was refused");
    }

    /** The sandbox has ended: what is under way fails with SANDBOX_NOT_FOUND. */
    @Override
    public void close() throws IOException {
        List<ControlConnection> open;
        List<Operation> failed;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            open = new ArrayList<>(strangers);
            if (current != null) {
                open.add(current);
            }
            failed = takeOrphaned();
            notifyAll();
        }
        loop.forget(this);
        open.forEach(one -> one.close(false));
        fail(failed, Situation.SANDBOX_NOT_FOUND);
        established.completeExceptionally(SandboxException.of(Situation.SANDBOX_NOT_FOUND));
        server.close();
        loop.wakeup();
    }
}
