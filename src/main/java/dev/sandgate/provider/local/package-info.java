/**
 * Sandboxes on this machine: bubblewrap, one host uid and one cgroup each, a supervisor inside as pid 1.
 *
 * <p>Promises: a failed create leaves nothing behind (B5); every wait has an end and every buffer a bound; what comes out of a
 * sandbox is hostile input and can end nothing but its own connection; closing the provider ends every sandbox, and the sweep at
 * the next start removes what a crash left and is provably ours. It starts with a self-test and says which {@link
 * dev.sandgate.provider.local.IsolationTier} it reached.
 *
 * <p>Map: {@code Launcher} makes a sandbox out of uid, directory, cgroup and process; {@code ControlLoop} is the one thread that
 * reads what all supervisors say; {@code LocalConnection} is what a caller can do inside; {@code Flow} is what a streamed command prints,
 * on its way to who listens; {@code LocalSandbox} is the one place
 * where a sandbox's life is decided.
 *
 * <p>Not here: the supervisor itself ({@code src/main/c}), whose sandbox is meant and when it is renewed ({@code
 * sandbox.conversation}), reading of configuration ({@code wiring}).
 */
package dev.sandgate.provider.local;
