package dev.sandgate.provider.local;

/**
 * The numbers of the wire between server and supervisor. A frame is a 32-bit length of what follows, an 8-bit type, a 32-bit
 * operation, and a payload; integers are big-endian.
 */
final class Frames {
    static final int MIN_BODY = 5;
    static final int MAX_BODY = (1 << 20) + 4096;
    /** A stranger has only one thing to say. */
    static final int MAX_HELLO_BODY = MIN_BODY + 2 + 4 + 32;
    /** Bytes that may be staged for one operation by BULK frames. */
    static final int MAX_STAGED = 16 << 20;

    static final int MAX_CHUNK = 512 << 10;
    static final int MAX_READ = 1 << 20;
    /** Of a streamed program's window, for each OUTPUT beyond its bytes: small pieces take room too while they wait. */
    static final int OUTPUT_COST = 64;

    static final int VERSION = 1;

    static final int HELLO = 0x01;
    static final int WELCOME = 0x02;
    static final int BULK = 0x0E;
    static final int LEASE = 0x10;
    static final int RUN = 0x11;
    static final int EVAL = 0x12;
    static final int KILL = 0x13;
    static final int READ = 0x14;
    static final int WRITE = 0x15;
    static final int LIST = 0x17;
    static final int STAT = 0x18;
    static final int MKDIR = 0x19;
    static final int REMOVE = 0x1A;
    static final int MOVE = 0x1B;
    static final int PING = 0x1C;
    static final int CREDIT = 0x1D;
    static final int RAN = 0x81;
    static final int DATA = 0x82;
    static final int DONE = 0x83;
    static final int LISTING = 0x84;
    static final int STATUS = 0x85;
    static final int STARTED = 0x86;
    static final int OUTPUT = 0x87;
    static final int FAILED = 0xFF;

    private Frames() {}
}
