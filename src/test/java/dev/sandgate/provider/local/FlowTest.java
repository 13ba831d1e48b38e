package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sandgate.sandbox.model.StandardStream;
import dev.sandgate.sandbox.port.CommandListener;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlowTest {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Flow flow = new Flow();
    private final List<String> heard = new ArrayList<>();
    private final List<Integer> paid = new ArrayList<>();
    private final CommandListener listener = new CommandListener() {
        @Override
        public void started() {
            heard.add("started");
        }

        @Override
        public void output(StandardStream stream, byte[] bytes) {
            heard.add(stream + " " + bytes.length);
        }
    };

    private static ByteBuffer output(int which, int size) {
        return ByteBuffer.allocate(5 + size).put((byte) which).putInt(size).position(0);
    }

    private void printed(int which, int size) throws ProtocolError {
        flow.frame(Frames.OUTPUT, output(which, size));
    }

    private void handOver() throws InterruptedException {
        flow.handTo(listener, paid::add);
    }

    @Test
    void pieces_keepTheirOrder() throws Exception {
        flow.frame(Frames.STARTED, NOTHING);
        printed(0, 1);
        printed(1, 2);
        printed(0, 3);
        flow.end(true);

        handOver();

        assertEquals(List.of("started", "STDOUT 1", "STDERR 2", "STDOUT 3"), heard);
        assertEquals(List.of(), paid);
    }

    @Test
    void halfAWindow_isPaidForAtOnce() throws Exception {
        flow.frame(Frames.STARTED, NOTHING);
        printed(0, Flow.WINDOW / 2 - 3 * Frames.OUTPUT_COST - 2);
        printed(0, 1);
        printed(0, 1);
        printed(0, 1);
        flow.end(true);

        handOver();

        assertEquals(List.of(Flow.WINDOW / 2), paid);
    }

    @Test
    void nothing_comesBeforeTheStart_orTwice() throws Exception {
        assertThrows(ProtocolError.class, () -> printed(0, 1));
        flow.frame(Frames.STARTED, NOTHING);
        assertThrows(ProtocolError.class, () -> flow.frame(Frames.STARTED, NOTHING));
    }

    @Test
    void malformedPieces_areRefused() throws Exception {
        flow.frame(Frames.STARTED, NOTHING);

        assertThrows(ProtocolError.class, () -> printed(0, 0));
        assertThrows(ProtocolError.class, () -> printed(2, 1));
        assertThrows(ProtocolError.class, () -> flow.frame(Frames.OUTPUT, ByteBuffer.allocate(6)));
        assertThrows(ProtocolError.class, () -> flow.frame(Frames.OUTPUT, ByteBuffer.allocate(3)));
    }

    @Test
    void tinyPieces_areBoundedByWhatTheyTakeInMemory() throws Exception {
        flow.frame(Frames.STARTED, NOTHING);
        int most = (int) (Flow.WINDOW + 3 * Host.largestPipe()) / Frames.OUTPUT_COST;

        assertThrows(ProtocolError.class, () -> {
            for (int i = 0; i < most; i++) {
                printed(i % 2, 1);
            }
        });
    }

    @Test
    void afterAFailure_nothingIsHandedOver() throws Exception {
        flow.frame(Frames.STARTED, NOTHING);
        printed(0, 1);
        flow.end(false);

        handOver();

        assertEquals(List.of("started"), heard);
    }

    @Test
    void whatNeverStarted_isNotHeardOf() throws Exception {
        flow.end(true);

        handOver();

        assertEquals(List.of(), heard);
    }

    @Test
    void interruptedTaker_isNotKeptByWhatLiesThere() throws Exception {
        flow.frame(Frames.STARTED, NOTHING);
        printed(0, 1);

        Thread.currentThread().interrupt();

        assertThrows(InterruptedException.class, this::handOver);
        assertEquals(List.of("started"), heard);
    }
}
