package dev.sandgate.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** L10: a thousand sessions opened, used and dropped leave heap and threads where they were. */
class ManySessionsIT {
    private static final int AT_A_TIME = 50;
    private static final long HEAP_SLACK = 8 << 20;
    private static final int THREAD_SLACK = 40;

    @Test
    void thousandSessions_leaveNothing() {
        var server = ServerProcess.underTest();
        round();
        long heap = server.heapAfterCollection();
        int threads = server.threads();
        for (int i = 0; i < 1000 / AT_A_TIME; i++) {
            round();
        }
        long grown = server.heapAfterCollection() - heap;
        assertTrue(grown < HEAP_SLACK, () -> "the heap grew by " + grown);
        int more = server.threads() - threads;
        assertTrue(more < THREAD_SLACK, () -> more + " threads more");
    }

    private static void round() {
        var sessions = new ArrayList<Mcp>();
        for (int i = 0; i < AT_A_TIME; i++) {
            sessions.add(Mcp.legacy());
        }
        for (int i = 0; i < AT_A_TIME; i++) {
            var session = sessions.get(i);
            session.call("list_sandboxes").structured();
            if (i % 10 == 0) {
                session.call("run_command", "command", "true").structured();
            }
        }
        sessions.forEach(session -> assertEquals(204, session.delete().status()));
    }
}
