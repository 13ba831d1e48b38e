package dev.sandgate.provider.local;

import dev.sandgate.sandbox.model.Command;
import dev.sandgate.sandbox.model.OutputLimits;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Does a sandbox on this machine hold what is promised? Asked once, in a real one, before any caller gets one: another user than
 * root, no host files, nothing writable but its own, no network, no other processes.
 */
final class SelfTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String QUESTIONS = """
            complain() { echo "$1"; exit 1; }
            [ "$(id -u)" = 1000 ] || complain "the user is not the sandbox's"
            [ "$$" -gt 1 ] && [ ! -e "/proc/$PPID/root/root" ] && [ ! -e /root ] || complain "host files can be seen"
            [ ! -e /etc/shadow ] && [ ! -e /sys/kernel ] || complain "host files can be seen"
            for place in /usr /etc / /dev; do
              if (: > "$place/.sandgate-probe") 2>/dev/null; then complain "a read-only place can be written"; fi
            done
            [ "$(wc -l < /proc/net/route)" -le 1 ] || complain "there is a network"
            ! grep -qv ' lo$' /proc/net/if_inet6 2>/dev/null || complain "there is a network"
            (: > "$HOME/.sandgate-probe") && rm "$HOME/.sandgate-probe" || complain "the home directory cannot be written"
            [ "$(ls -d /proc/[0-9]* | wc -l)" -lt 12 ] || complain "other processes can be seen"
            grep -q '^NoNewPrivs:.*1' /proc/self/status || complain "programs could gain rights"
            grep -q '^Seccomp:.*2' /proc/self/status || complain "system calls are not filtered"
            """;

    private SelfTest() {}

    /** Empty when all is well, else what is wrong. */
    static Optional<String> of(LocalSandbox sandbox) {
        try (var connection = new LocalConnection(sandbox)) {
            var result = connection.run(
                    new Command(QUESTIONS, Optional.empty(), Map.of(), PATIENCE), new OutputLimits(4096, 0));
            if (result.exitCode().filter(code -> code == 0).isPresent()) {
                return Optional.empty();
            }
            String said = (result.stdout().text() + result.stderr().text()).strip();
            return Optional.of(
                    said.isEmpty() ? "no answer" : said.lines().findFirst().orElse(""));
        }
    }
}
