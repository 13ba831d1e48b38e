package dev.sandgate.sandbox.task;

import java.util.Optional;

/** The thread of a task: interrupted while it is at work for the task, and never before or after that. Thread-safe. */
final class Runner {
    private Optional<Thread> atWork = Optional.empty();
    private boolean gone;

    /** Whether this thread shall do the work. */
    synchronized boolean begin() {
        if (gone) {
            return false;
        }
        atWork = Optional.of(Thread.currentThread());
        return true;
    }

    /** The work is done; called by the thread that did it. Has no effect the second time. */
    synchronized void leave() {
        gone = true;
        if (atWork.isPresent()) {
            atWork = Optional.empty();
            Thread.interrupted();
        }
    }

    /** Interrupts the work, if there is any; true when there never will be. */
    synchronized boolean stop() {
        if (gone || atWork.isPresent()) {
            atWork.ifPresent(Thread::interrupt);
            return false;
        }
        gone = true;
        return true;
    }
}
