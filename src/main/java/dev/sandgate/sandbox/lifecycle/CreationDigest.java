package dev.sandgate.sandbox.lifecycle;

import dev.sandgate.sandbox.model.ProviderId;
import dev.sandgate.sandbox.model.SandboxSpec;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;

/** A SHA-256 over what was asked for, so that two wishes can be compared without keeping their secrets. */
final class CreationDigest {
    private CreationDigest() {}

    static String of(ProviderId provider, SandboxSpec spec) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            write(out, provider.value());
            write(out, spec.template().orElse(""));
            write(out, spec.timeout().toString());
            write(out, spec.region().orElse(""));
            write(out, spec.cpu().map(Object::toString).orElse(""));
            write(out, spec.memoryMb().map(Object::toString).orElse(""));
            for (var env : new TreeMap<>(spec.envs()).entrySet()) {
                write(out, env.getKey());
                write(out, env.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(encoded.length);
        out.write(encoded);
    }
}
