/**
 * Sandgate seen from outside: over HTTP, against a running server, with clients of our own and of others.
 *
 * <p>Promises: nothing here imports a class of the product. The server is named by the system property {@code sandgate.url}.
 *
 * <p>Not here: what only lives in the container (Arquillian tests beside their rooms), the escape checklist (with
 * {@code provider.local}), figures ({@link dev.sandgate.bench}).
 */
package dev.sandgate.blackbox;
