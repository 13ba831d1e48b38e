package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.OutputLimits;
import dev.sandgate.sandbox.port.CommandListener;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The supervisor's operations, one method each. Blocks for the answer; a refusal becomes what {@link Errno} makes of it. */
final class Operations {
    private static final Duration FILE_PATIENCE = Duration.ofSeconds(30);
    /** Trees may be removed, and files moved between file systems, in a worker that takes this long at most. */
    private static final Duration TREE_PATIENCE = Duration.ofMinutes(2);

    private static final int CREATE = 1;
    private static final int MAKE_PARENTS = 4;
    private static final int EXCLUSIVE = 8;

    private final ControlChannel channel;

    Operations(ControlChannel channel) {
        this.channel = channel;
    }

    /** How a process is started and watched. */
    record Start(String cwd, List<String> argv, List<String> env, Duration timeout) {
        private static final Duration LONGEST = Duration.ofMillis((1L << 32) - 1);

        private boolean endless() {
            return timeout.compareTo(LONGEST) > 0;
        }

        private int millis() {
            return (int) Math.min(Integer.MAX_VALUE, Math.max(1, timeout.toMillis()));
        }
    }

    Reply.Ran run(Start start, OutputLimits limits) {
        return ask(
                Frames.RUN,
                Reply.Ran.class,
                start.timeout,
                frame -> frame.str(start.cwd)
                        .list(start.argv)
                        .list(start.env)
                        .u32(start.millis())
                        .u32(limits.shownBytes())
                        .u64(limits.fileBytes())
                        .u32(0));
    }

    /** Hands over what it prints. A time-out beyond what the wire can say is none. */
    Reply.Ran stream(Start start, CommandListener taker) {
        int number = channel.nextNumber();
        var frame = new FrameWriter(Frames.RUN, number)
                .str(start.cwd)
                .list(start.argv)
                .list(start.env)
                .u32(start.endless() ? 0 : (int) Math.max(1, start.timeout.toMillis()))
                .u32(0)
                .u64(0)
                .u32(Flow.WINDOW);
        var patience = start.endless() ? Operation.FOREVER : start.timeout;
        return answer(channel.stream(number, patience, List.of(frame.done()), taker), Reply.Ran.class);
    }

    /** Gives a request to the interpreter of that name, started first if need be. */
    Reply.Ran eval(String kernel, Start start, OutputLimits limits, byte[] request) {
        int number = channel.nextNumber();
        var frames = new ArrayList<ByteBuffer>();
        for (int from = 0; from < request.length; from += Frames.MAX_CHUNK) {
            int count = Math.min(Frames.MAX_CHUNK, request.length - from);
            frames.add(new FrameWriter(Frames.BULK, number)
                    .raw(request, from, count)
                    .done());
        }
        frames.add(new FrameWriter(Frames.EVAL, number)
                .str(kernel)
                .list(start.argv)
                .list(start.env)
                .str(start.cwd)
                .u32(start.millis())
                .u32(limits.shownBytes())
                .u64(limits.fileBytes())
                .done());
        return answer(channel.request(number, Reply.Ran.class, start.timeout, frames), Reply.Ran.class);
    }

    Reply.Data read(String path, long offset, int length) {
        return ask(
                Frames.READ,
                Reply.Data.class,
                frame -> frame.str(path).u64(offset).u32(length));
    }

    /** The first piece makes the file, and fails when there is one already. */
    void write(String path, long offset, byte[] bytes) {
        int flags = offset == 0 ? CREATE | MAKE_PARENTS | EXCLUSIVE : 0;
        ask(
                Frames.WRITE,
                Reply.Done.class,
                frame -> frame.str(path).u64(offset).u8(flags).str(bytes, 0, bytes.length));
    }

    /** Writes into a file that is there, and returns its size. */
    long overwrite(String path, long offset, byte[] bytes, int from, int count) {
        return ask(
                        Frames.WRITE,
                        Reply.Done.class,
                        frame -> frame.str(path).u64(offset).u8(0).str(bytes, from, count))
                .value();
    }

    Reply.Listing list(String path, int limit) {
        return ask(Frames.LIST, Reply.Listing.class, frame -> frame.str(path).u32(limit));
    }

    Reply.Status stat(String path) {
        return ask(Frames.STAT, Reply.Status.class, frame -> frame.str(path));
    }

    void makeDirectory(String path) {
        ask(Frames.MKDIR, Reply.Done.class, frame -> frame.str(path));
    }

    void remove(String path) {
        ask(Frames.REMOVE, Reply.Done.class, TREE_PATIENCE, frame -> frame.str(path));
    }

    void move(String from, String to) {
        ask(
                Frames.MOVE,
                Reply.Done.class,
                TREE_PATIENCE,
                frame -> frame.str(from).str(to));
    }

    private <R extends Reply> R ask(int type, Class<R> expected, Consumer<FrameWriter> payload) {
        return ask(type, expected, FILE_PATIENCE, payload);
    }

    private <R extends Reply> R ask(int type, Class<R> expected, Duration patience, Consumer<FrameWriter> payload) {
        int number = channel.nextNumber();
        var frame = new FrameWriter(type, number);
        payload.accept(frame);
        return answer(channel.request(number, expected, patience, List.of(frame.done())), expected);
    }

    private static <R extends Reply> R answer(Reply reply, Class<R> expected) {
        if (reply instanceof Reply.Failed failed) {
            throw Errno.failure(failed);
        }
        return expected.cast(reply);
    }
}
