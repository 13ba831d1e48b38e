/**
 * The sockets in the wall: what we require of whoever runs sandboxes, of whoever remembers, and of whoever keeps blobs.
 *
 * <p>Promises: interfaces in domain words; every method blocks until the answer is known, is bounded in time, and throws
 * nothing but {@link dev.sandgate.sandbox.model.SandboxException} (and {@link java.util.concurrent.CancellationException} when the
 * calling thread was interrupted).
 *
 * <p>Not here: rules (see {@code sandbox.lifecycle} and its sisters), implementations ({@code provider.*}, {@code store.*}).
 */
package dev.sandgate.sandbox.port;
