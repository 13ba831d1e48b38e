package dev.sandgate.sandbox.port;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.FileEntry;
import dev.sandgate.sandbox.model.FileListing;
import dev.sandgate.sandbox.model.FileSlice;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The file system of a fake sandbox: home and /tmp may be written, nothing else is there. */
final class FakeFiles {
    private static final String HOME = "/home/user";

    private final FakeSandbox sandbox;

    FakeFiles(FakeSandbox sandbox) {
        this.sandbox = sandbox;
    }

    /** Only for names that Java can hold whatever the locale. */
    Path host(String path, String field) {
        return Path.of(sandbox.root() + absolute(path, field));
    }

    FileSlice read(String path, long offset, int length) {
        String file = quoted(absolute(path, "path"));
        var answer = FakeShell.run("f=" + file + "; [ -e \"$f\" ] || exit 44; [ -f \"$f\" ] || exit 45; "
                + "stat -Lc %s -- \"$f\"; tail -c +" + (offset + 1) + " -- \"$f\" | head -c " + length);
        check(answer);
        int newline = indexOf(answer.output(), (byte) '\n', 0);
        long size = Long.parseLong(text(answer.output(), 0, newline));
        return new FileSlice(Arrays.copyOfRange(answer.output(), newline + 1, answer.output().length), offset, size);
    }

    long write(String path, Path staged) {
        String absolute = writable(path);
        var answer = FakeShell.run("f=" + quoted(absolute) + "; [ -d \"$f\" ] && exit 45; "
                + "mkdir -p -- \"${f%/*}\" || exit 45; cat -- '" + staged + "' > \"$f\" || exit 45; "
                + "stat -Lc %s -- \"$f\"; rm '" + staged + "'");
        check(answer);
        return Long.parseLong(text(answer.output(), 0, answer.output().length - 1));
    }

    long writeAt(String path, long offset, Path staged) {
        if (offset < 0) {
            throw SandboxException.badArgument("offset");
        }
        String absolute = writable(path);
        var answer = FakeShell.run("f=" + quoted(absolute) + "; [ -e \"$f\" ] || exit 44; [ -f \"$f\" ] || exit 45; "
                + "[ $(stat -Lc %s -- \"$f\") -ge " + offset + " ] || exit 46; "
                + "dd of=\"$f\" if='" + staged + "' bs=64K seek=" + offset
                + " oflag=seek_bytes conv=notrunc || exit 45; "
                + "stat -Lc %s -- \"$f\"; rm '" + staged + "'");
        if (answer.exit() == 46) {
            throw SandboxException.badArgument("offset");
        }
        check(answer);
        return Long.parseLong(text(answer.output(), 0, answer.output().length - 1));
    }

    boolean makeDirectory(String path) {
        String absolute = absolute(path, "path");
        if (!absolute.equals(HOME) && !absolute.equals("/tmp")) {
            check(FakeShell.run("mkdir -p -- " + quoted(writable(path)) + " || exit 45"));
        }
        return true;
    }

    boolean remove(String path) {
        if (path.endsWith("..")) {
            throw SandboxException.badArgument("path");
        }
        check(FakeShell.run(
                "f=" + quoted(writable(path)) + "; [ -e \"$f\" ] || [ -L \"$f\" ] || exit 44; rm -rf -- \"$f\""));
        return true;
    }

    private static String writable(String path) {
        String absolute = absolute(path, "path");
        if (!absolute.startsWith(HOME + "/") && !absolute.startsWith("/tmp/")) {
            throw SandboxException.badArgument("path");
        }
        return absolute;
    }

    FileListing list(String path, int limit) {
        String absolute = absolute(path, "path");
        var answer = FakeShell.run("f=" + quoted(absolute) + "; [ -e \"$f\" ] || exit 44; [ -d \"$f\" ] || exit 45; "
                + "find \"$f/\" -mindepth 1 -maxdepth 1 -printf '%f\\0%y\\0%s\\0%T@\\0'");
        check(answer);
        var entries = entries(answer.output(), absolute);
        return new FileListing(entries.subList(0, Math.min(limit, entries.size())), entries.size() > limit);
    }

    Optional<FileEntry> stat(String path) {
        String absolute = absolute(path, "path");
        var answer = FakeShell.run(
                "find " + quoted(absolute) + " -maxdepth 0 -printf '%f\\0%y\\0%s\\0%T@\\0' 2>/dev/null; exit 0");
        String parent = absolute.substring(0, Math.max(absolute.lastIndexOf('/'), 0));
        return entries(answer.output(), parent).stream().findFirst();
    }

    private static String absolute(String path, String field) {
        if (path.isEmpty() || path.indexOf('\0') >= 0) {
            throw SandboxException.badArgument(field);
        }
        Deque<String> parts = new ArrayDeque<>();
        for (String part : (path.startsWith("/") ? path : HOME + "/" + path).split("/")) {
            if (part.equals("..")) {
                parts.pollLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return "/" + String.join("/", parts);
    }

    private String quoted(String absolute) {
        return FakeShell.quote(sandbox.root() + absolute);
    }

    private static void check(FakeShell.Answer answer) {
        switch (answer.exit()) {
            case FakeShell.OK -> {}
            case FakeShell.MISSING ->
                throw new SandboxException(Failure.of(Situation.FILE_NOT_FOUND).at("path"));
            case FakeShell.WRONG_KIND -> throw SandboxException.badArgument("path");
            default -> throw SandboxException.of(Situation.INTERNAL);
        }
    }

    private static List<FileEntry> entries(byte[] found, String parent) {
        var sorted = new ArrayList<byte[][]>();
        for (int at = 0; at < found.length; ) {
            byte[][] fields = new byte[4][];
            for (int i = 0; i < fields.length; i++) {
                int end = indexOf(found, (byte) 0, at);
                fields[i] = Arrays.copyOfRange(found, at, end);
                at = end + 1;
            }
            sorted.add(fields);
        }
        sorted.sort((a, b) -> Arrays.compareUnsigned(a[0], b[0]));
        return sorted.stream().map(fields -> entry(fields, parent)).toList();
    }

    private static FileEntry entry(byte[][] fields, String parent) {
        String name = text(fields[0], 0, fields[0].length);
        var type = switch (text(fields[1], 0, fields[1].length)) {
            case "f" -> FileEntry.Type.FILE;
            case "d" -> FileEntry.Type.DIRECTORY;
            case "l" -> FileEntry.Type.SYMLINK;
            default -> FileEntry.Type.OTHER;
        };
        long size = Long.parseLong(text(fields[2], 0, fields[2].length));
        var modified = new BigDecimal(text(fields[3], 0, fields[3].length));
        return new FileEntry(
                name,
                (parent.equals("/") ? "" : parent) + "/" + name,
                type,
                size,
                Instant.ofEpochMilli(modified.movePointRight(3).longValue()),
                lossy(fields[0]));
    }

    private static boolean lossy(byte[] name) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name));
            return false;
        } catch (CharacterCodingException e) {
            return true;
        }
    }

    private static String text(byte[] bytes, int from, int to) {
        var out = new ByteArrayOutputStream();
        out.write(bytes, from, to - from);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static int indexOf(byte[] bytes, byte wanted, int from) {
        int at = from;
        while (bytes[at] != wanted) {
            at++;
        }
        return at;
    }
}
