package dev.sandgate.wiring;

/** A configuration that Sandgate does not start with. The message is one line that begins with the key; the value is not in it. */
final class BadSetting extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadSetting(String key, String complaint) {
        super(key + ": " + complaint, null, false, false);
    }
}
