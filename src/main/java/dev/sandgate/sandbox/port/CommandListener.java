package dev.sandgate.sandbox.port;

import dev.sandgate.sandbox.model.StandardStream;

/** Hears of a running command, on the thread that streams it. Takes its time at the command's expense: a slow one slows it down. */
public interface CommandListener {

    /** Once, before any output: the process runs. */
    void started();

    /** What it printed next, both streams in the order it was read; pieces may split characters. */
    void output(StandardStream stream, byte[] bytes);
}
