package dev.sandgate.provider.local;

/** What a supervisor sent is not the protocol. Ends that connection and nothing else. */
final class ProtocolError extends Exception {
    private static final long serialVersionUID = 1L;

    ProtocolError(String what) {
        super(what, null, false, false);
    }
}
