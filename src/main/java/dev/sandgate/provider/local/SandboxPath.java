package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.SandboxException;
import java.security.SecureRandom;
import java.util.HexFormat;

/** A path inside a sandbox, as a caller wrote it. BAD_ARGUMENT at {@code path} when it can name nothing. */
record SandboxPath(String text) {
    private static final String HOME = "/home/user";
    private static final int LONGEST = 4095;
    private static final SecureRandom RANDOM = new SecureRandom();

    SandboxPath {
        if (text.isEmpty() || text.indexOf('\0') >= 0 || text.length() > LONGEST) {
            throw SandboxException.badArgument("path");
        }
    }

    /** Absolute, with neither doubled slashes nor dots that mean nothing. {@code ..} stays: only the kernel can tell. */
    String absolute() {
        String whole = text.startsWith("/") ? text : HOME + "/" + text;
        var clean = new StringBuilder();
        for (String part : whole.split("/", -1)) {
            if (!part.isEmpty() && !part.equals(".")) {
                clean.append('/').append(part);
            }
        }
        return clean.length() == 0 ? "/" : clean.toString();
    }

    String child(String name) {
        String parent = absolute();
        return (parent.equals("/") ? "" : parent) + "/" + name;
    }

    /** A name beside it that nothing has yet, for a file that is still being written. */
    String temporary() {
        byte[] bytes = new byte[8];
        RANDOM.nextBytes(bytes);
        String parent = text.substring(0, text.lastIndexOf('/') + 1);
        return parent + ".sandgate-" + HexFormat.of().formatHex(bytes);
    }

    String name() {
        String whole = absolute();
        return whole.substring(whole.lastIndexOf('/') + 1);
    }
}
