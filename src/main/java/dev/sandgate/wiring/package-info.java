/**
 * The fuse box: configuration into settings records, executors, the clock, the choice of providers.
 *
 * <p>May import anyone; imported by no one.
 */
package dev.sandgate.wiring;
