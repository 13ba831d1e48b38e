package dev.sandgate.provider.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import dev.sandgate.sandbox.model.StandardStream;
import dev.sandgate.sandbox.port.CommandListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The channel against supervisors that the test plays itself, well-behaved and hostile. Long because it is a list: one short test a promise. */
@Timeout(30)
class ControlChannelTest {
    private static final byte[] SECRET = new byte[32];

    @TempDir
    Path directory;

    private final CountDownLatch broken = new CountDownLatch(1);
    private ControlLoop loop;
    private ControlChannel channel;

    @BeforeEach
    void open() throws IOException {
        loop = new ControlLoop();
        loop.start();
        channel = new ControlChannel(loop, directory.resolve("s"), Optional.empty(), SECRET);
        channel.open(new ControlChannel.Listener() {
            @Override
            public void broken() {
                broken.countDown();
            }

            @Override
            public void greet(Consumer<ByteBuffer> say) {
                say.accept(
                        new FrameWriter(Frames.WELCOME, 0).u64(-1).u32(60_000).done());
            }
        });
    }

    @AfterEach
    void close() throws IOException {
        channel.close();
        loop.close();
    }

    private ControlPeer peer() throws IOException {
        return new ControlPeer(directory.resolve("s"));
    }

    private ControlPeer supervisor() throws Exception {
        ControlPeer peer = peer();
        peer.say(Frames.HELLO, 0, ControlPeer.hello(SECRET));
        assertEquals(Frames.WELCOME, peer.hear().orElseThrow().get());
        channel.established().get(5, TimeUnit.SECONDS);
        return peer;
    }

    private CompletableFuture<Reply> ping() {
        return CompletableFuture.supplyAsync(() -> request(Duration.ofSeconds(5)));
    }

    private Reply request(Duration patience) {
        int number = channel.nextNumber();
        return channel.request(
                number, Reply.Done.class, patience, List.of(new FrameWriter(Frames.PING, number).done()));
    }

    private static Situation situation(CompletableFuture<Reply> call) {
        var failure = assertThrows(ExecutionException.class, () -> call.get(10, TimeUnit.SECONDS));
        return assertInstanceOf(SandboxException.class, failure.getCause())
                .failure()
                .situation();
    }

    private static int operation(ControlPeer supervisor) throws IOException {
        return supervisor.hear().orElseThrow().getInt(1);
    }

    private static byte[] number(long value) {
        return ByteBuffer.allocate(8).putLong(value).array();
    }

    @Test
    void answers_findTheirRequests_inAnyOrder() throws Exception {
        try (var supervisor = supervisor()) {
            var first = ping();
            int one = operation(supervisor);
            var second = ping();
            int two = operation(supervisor);
            supervisor.say(Frames.DONE, two, number(2));
            supervisor.say(Frames.DONE, one, number(1));
            assertEquals(new Reply.Done(1), first.get(5, TimeUnit.SECONDS));
            assertEquals(new Reply.Done(2), second.get(5, TimeUnit.SECONDS));
        }
    }

    @Test
    void aWrongSecret_isShownTheDoor() throws Exception {
        byte[] wrong = SECRET.clone();
        wrong[31] = 1;
        try (var stranger = peer()) {
            stranger.say(Frames.HELLO, 0, ControlPeer.hello(wrong));
            assertEquals(Optional.empty(), stranger.hear());
        }
        assertFalse(channel.connected());
        supervisor().close();
    }

    @Test
    @SuppressWarnings("try") // it is there, which is all that is wanted
    void strangersWhoSayNothing_keepNobodyOut() throws Exception {
        var silent = List.of(peer(), peer(), peer(), peer(), peer());
        try (var supervisor = supervisor()) {
            assertTrue(supervisor.socket().isOpen());
            assertTrue(channel.connected());
        } finally {
            for (ControlPeer stranger : silent) {
                stranger.close();
            }
        }
    }

    @Test
    void aBrokenProtocol_endsThatConnectionOnly_andFailsWhatWaits() throws Exception {
        List<byte[]> offences = List.of(
                FrameReaderTest.frame(0x55, 1, new byte[0]),
                FrameReaderTest.frame(Frames.DONE, 99, number(1)),
                FrameReaderTest.frame(Frames.DONE, 1, new byte[3]),
                FrameReaderTest.frame(Frames.HELLO, 0, ControlPeer.hello(SECRET)),
                ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE).array());
        for (byte[] offence : offences) {
            try (var supervisor = supervisor()) {
                var call = ping();
                operation(supervisor);
                supervisor.socket().write(ByteBuffer.wrap(offence));
                assertEquals(Situation.PROVIDER_UNAVAILABLE, situation(call));
                assertEquals(Optional.empty(), supervisor.hear());
            }
        }
        try (var supervisor = supervisor()) {
            var call = ping();
            supervisor.say(Frames.DONE, operation(supervisor), number(7));
            assertEquals(new Reply.Done(7), call.get(5, TimeUnit.SECONDS));
        }
    }

    @Test
    void anAnswerOfAnotherKind_endsTheConnection() throws Exception {
        try (var supervisor = supervisor()) {
            var call = ping();
            supervisor.say(
                    Frames.DATA, operation(supervisor), ReplyTest.examples().get(1));
            assertEquals(Situation.PROVIDER_UNAVAILABLE, situation(call));
        }
    }

    @Test
    void staging_isForPrograms_only() throws Exception {
        try (var supervisor = supervisor()) {
            var call = ping();
            supervisor.say(Frames.BULK, operation(supervisor), new byte[100]);
            assertEquals(Situation.PROVIDER_UNAVAILABLE, situation(call));
        }
    }

    @Test
    void whileConnected_nobodyElseIsListenedTo() throws Exception {
        try (var supervisor = supervisor();
                var second = peer()) {
            second.say(Frames.HELLO, 0, ControlPeer.hello(SECRET));
            var call = ping();
            supervisor.say(Frames.DONE, operation(supervisor), number(1));
            assertEquals(new Reply.Done(1), call.get(5, TimeUnit.SECONDS));
        }
    }

    @Test
    void aRequest_waitsForTheSupervisorToComeBack() throws Exception {
        supervisor().close();
        while (channel.connected()) { // a request on a connection whose end has not been noticed is another story
            Thread.onSpinWait();
        }
        var call = ping();
        try (var supervisor = supervisor()) {
            ByteBuffer body = supervisor.hear().orElseThrow();
            supervisor.say(Frames.DONE, body.getInt(1), number(3));
            assertEquals(new Reply.Done(3), call.get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void aSupervisorThatStaysAway_isBroken() throws Exception {
        supervisor().close();
        assertTrue(broken.await(15, TimeUnit.SECONDS));
    }

    @Test
    void theEndOfTheSandbox_failsWhatWaits_atOnce() throws Exception {
        try (var supervisor = supervisor()) {
            var call = ping();
            operation(supervisor);
            channel.close();
            assertEquals(Situation.SANDBOX_NOT_FOUND, situation(call));
            assertThrows(SandboxException.class, () -> request(Duration.ofSeconds(1)));
        }
    }

    @Test
    void anInterruptedCaller_asksForTheEnd_andTheLateAnswerIsNoOffence() throws Exception {
        try (var supervisor = supervisor()) {
            var thrown = new CompletableFuture<Throwable>();
            var caller = new Thread(() -> {
                try {
                    request(Duration.ofMinutes(1));
                } catch (CancellationException e) {
                    thrown.complete(e);
                }
            });
            caller.start();
            int number = operation(supervisor);
            caller.interrupt();
            assertInstanceOf(CancellationException.class, thrown.get(5, TimeUnit.SECONDS));
            ByteBuffer kill = supervisor.hear().orElseThrow();
            assertEquals(Frames.KILL, kill.get());
            assertEquals(number, kill.getInt());
            supervisor.say(Frames.DONE, number, number(0));
            var call = ping();
            supervisor.say(Frames.DONE, operation(supervisor), number(1));
            assertEquals(new Reply.Done(1), call.get(5, TimeUnit.SECONDS));
        }
    }

    private CompletableFuture<Reply> stream(CommandListener taker) {
        return CompletableFuture.supplyAsync(() -> {
            int number = channel.nextNumber();
            var frame = new FrameWriter(Frames.RUN, number).done();
            return channel.stream(number, Operation.FOREVER, List.of(frame), taker);
        });
    }

    /** Says what it prints to {@code taker}. */
    private static CommandListener taker(Consumer<byte[]> taker) {
        return new CommandListener() {
            @Override
            public void started() {}

            @Override
            public void output(StandardStream stream, byte[] bytes) {
                taker.accept(bytes);
            }
        };
    }

    private static byte[] output(int size) {
        return ByteBuffer.allocate(5 + size).put((byte) 0).putInt(size).array();
    }

    @Test
    void aTakerWhoTakes_isGivenMore() throws Exception {
        try (var supervisor = supervisor()) {
            var taken = new AtomicLong();
            var call = stream(taker(bytes -> taken.addAndGet(bytes.length)));
            int number = operation(supervisor);
            supervisor.say(Frames.STARTED, number, new byte[0]);
            for (int i = 0; i < 64; i++) {
                supervisor.say(Frames.OUTPUT, number, output(Flow.WINDOW / 2));
                ByteBuffer credit = supervisor.hear().orElseThrow();
                assertEquals(Frames.CREDIT, credit.get());
                assertEquals(number, credit.getInt());
                assertEquals(Flow.WINDOW / 2 + Frames.OUTPUT_COST, credit.getInt());
            }
            supervisor.say(Frames.OUTPUT, number, output(1));
            supervisor.say(Frames.RAN, number, ReplyTest.examples().get(0));
            assertInstanceOf(Reply.Ran.class, call.get(5, TimeUnit.SECONDS));
            assertEquals(64L * Flow.WINDOW / 2 + 1, taken.get());
        }
    }

    @Test
    void aSupervisorThatSendsMoreThanItMay_isDropped() throws Exception {
        var gate = new CountDownLatch(1);
        try (var supervisor = supervisor()) {
            var call = stream(taker(
                    bytes -> assertTrue(Patience.until(Duration.ofSeconds(20), () -> gate.getCount() == 0))));
            int number = operation(supervisor);
            supervisor.say(Frames.STARTED, number, new byte[0]);
            var flood = CompletableFuture.runAsync(() -> {
                try {
                    for (int i = 0; i < 64; i++) {
                        supervisor.say(Frames.OUTPUT, number, output(Frames.MAX_READ));
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThrows(ExecutionException.class, () -> flood.get(10, TimeUnit.SECONDS));
            assertEquals(Optional.empty(), supervisor.hear());
            gate.countDown();
            assertEquals(Situation.PROVIDER_UNAVAILABLE, situation(call));
        }
    }

    @Test
    void outputThatNobodyAskedFor_endsTheConnection() throws Exception {
        for (int type : List.of(Frames.STARTED, Frames.OUTPUT)) {
            try (var supervisor = supervisor()) {
                var call = ping();
                supervisor.say(type, operation(supervisor), type == Frames.OUTPUT ? output(1) : new byte[0]);
                assertEquals(Situation.PROVIDER_UNAVAILABLE, situation(call));
            }
        }
        try (var supervisor = supervisor()) {
            var call = stream(taker(bytes -> {}));
            supervisor.say(
                    Frames.RAN, operation(supervisor), ReplyTest.examples().get(0));
            assertEquals(Situation.PROVIDER_UNAVAILABLE, situation(call));
        }
    }

    @Test
    void aTakerWhoFails_asksForTheEnd_andWhatStillComesIsNoOffence() throws Exception {
        try (var supervisor = supervisor()) {
            var call = stream(taker(bytes -> {
                throw new IllegalStateException("enough");
            }));
            int number = operation(supervisor);
            supervisor.say(Frames.STARTED, number, new byte[0]);
            supervisor.say(Frames.OUTPUT, number, output(1));
            ByteBuffer kill = supervisor.hear().orElseThrow();
            assertEquals(Frames.KILL, kill.get());
            assertEquals(number, kill.getInt());
            assertInstanceOf(
                    IllegalStateException.class,
                    assertThrows(ExecutionException.class, () -> call.get(5, TimeUnit.SECONDS))
                            .getCause());
            supervisor.say(Frames.OUTPUT, number, output(1));
            supervisor.say(Frames.RAN, number, ReplyTest.examples().get(0));
            var next = ping();
            supervisor.say(Frames.DONE, operation(supervisor), number(1));
            assertEquals(new Reply.Done(1), next.get(5, TimeUnit.SECONDS));
        }
    }

    @Test
    void aProgramThatIsQuietForDays_isNotOverdue() {
        var operation = new Operation(new Flow(), Operation.FOREVER);
        assertFalse(operation.overdue(System.nanoTime() + Duration.ofDays(366).toNanos()));
        operation.hurry(Duration.ZERO);
        assertTrue(operation.overdue(System.nanoTime() + 1));
    }
}
