package dev.sandgate.provider.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One connection that came out of a sandbox: a stranger until it has said the secret, then the supervisor. Reading happens on the
 * control loop; writing on whatever thread has something to say, and what the socket does not take at once waits in a bounded queue.
 */
final class ControlConnection implements ControlLoop.Handler {
    private static final int MAX_QUEUED = 2 * Frames.MAX_STAGED;
    private static final int MAX_STAGED_TOTAL = 2 * Frames.MAX_STAGED;
    /** Reads in a row for one connection before the others have their turn. */
    private static final int READS = 8;

    /** Who decides about connections. */
    interface Owner {
        void hello(ControlConnection connection, ByteBuffer payload) throws ProtocolError;

        void closed(ControlConnection connection, Collection<Operation> pending, boolean violated);
    }

    private final SocketChannel socket;
    private final ControlLoop loop;
    private final Owner owner;
    private final long acceptedAt = System.nanoTime();
    private final FrameReader reader = new FrameReader(Frames.MAX_HELLO_BODY, this::frame);
    private final Map<Integer, Operation> pending = new ConcurrentHashMap<>();
    private final Queue<ByteBuffer> outgoing = new ArrayDeque<>();
    private long queued;
    private SelectionKey key;
    private boolean closed;
    private volatile boolean trusted;

    ControlConnection(SocketChannel socket, ControlLoop loop, Owner owner) {
        this.socket = socket;
        this.loop = loop;
        this.owner = owner;
    }

    void open() throws IOException {
        socket.configureBlocking(false);
        synchronized (outgoing) {
            key = loop.register(socket, SelectionKey.OP_READ, this);
        }
    }

    void trust() {
        trusted = true;
        reader.allow(Frames.MAX_BODY);
    }

    boolean strangerSince(long nanoTime) {
        return !trusted && acceptedAt - nanoTime < 0;
    }

    /** Sends a request. False when the connection is closed; then nothing was sent and the operation is not pending. */
    boolean submit(int number, Operation operation, List<ByteBuffer> frames) {
        synchronized (outgoing) {
            if (closed) {
                return false;
            }
            pending.put(number, operation);
            return write(frames);
        }
    }

    /** Says something that has no answer. */
    boolean say(ByteBuffer frame) {
        synchronized (outgoing) {
            return !closed && write(List.of(frame));
        }
    }

    boolean overdue(long now) {
        for (Operation operation : pending.values()) {
            if (operation.overdue(now)) {
                return true;
            }
        }
        return false;
    }

    private boolean write(List<ByteBuffer> frames) {
        for (ByteBuffer frame : frames) {
            outgoing.add(frame);
            queued += frame.remaining();
        }
        if (queued > MAX_QUEUED) {
            close(true);
            return true;
        }
        try {
            flush();
        } catch (IOException e) {
            close(false);
        }
        return true;
    }

    private void flush() throws IOException {
        for (Iterator<ByteBuffer> it = outgoing.iterator(); it.hasNext(); ) {
            ByteBuffer frame = it.next();
            queued -= socket.write(frame);
            if (frame.hasRemaining()) {
                key.interestOpsOr(SelectionKey.OP_WRITE);
                loop.wakeup();
                return;
            }
            it.remove();
        }
        if ((key.interestOps() & SelectionKey.OP_WRITE) != 0) {
            key.interestOpsAnd(~SelectionKey.OP_WRITE);
        }
    }

    @Override
    public void ready(SelectionKey ready, ByteBuffer scratch) {
        try {
            if (ready.isWritable()) {
                synchronized (outgoing) {
                    if (!closed) {
                        flush();
                    }
                }
            }
            if (ready.isReadable()) {
                read(scratch);
            }
        } catch (ProtocolError e) {
            close(true);
        } catch (IOException e) {
            close(false);
        }
    }

    private void read(ByteBuffer scratch) throws IOException, ProtocolError {
        for (int i = 0; i < READS; i++) {
            scratch.clear();
            int count = socket.read(scratch);
            if (count < 0) {
                close(false);
                return;
            }
            reader.feed(scratch.flip());
            if (count < scratch.capacity()) {
                return;
            }
        }
    }

    private void frame(int type, int op, ByteBuffer payload) throws ProtocolError {
        if (!trusted) {
            if (type != Frames.HELLO || op != 0) {
                throw new ProtocolError("not a hello");
            }
            owner.hello(this, payload);
            return;
        }
        Operation operation = pending.get(op);
        if (operation == null) {
            throw new ProtocolError("unknown operation");
        }
        if (type == Frames.BULK) {
            operation.stage(payload);
            checkStaged();
        } else if (type == Frames.STARTED || type == Frames.OUTPUT) {
            operation.stream(type, payload);
        } else {
            operation.finish(type, payload);
            pending.remove(op);
        }
    }

    private void checkStaged() throws ProtocolError {
        long total = 0;
        for (Operation operation : pending.values()) {
            total += operation.stagedLength();
        }
        if (total > MAX_STAGED_TOTAL) {
            throw new ProtocolError("staging");
        }
    }

    @Override
    public void abort() {
        close(true);
    }

    /** @param violated the peer broke the protocol, as opposed to having gone away */
    void close(boolean violated) {
        synchronized (outgoing) {
            if (closed) {
                return;
            }
            closed = true;
            outgoing.clear();
            try {
                socket.close();
            } catch (IOException e) {
                System.getLogger(ControlConnection.class.getName()).log(System.Logger.Level.DEBUG, "close", e);
            }
        }
        loop.wakeup();
        var left = List.copyOf(pending.values());
        pending.clear();
        owner.closed(this, left, violated);
    }
}
