/**
 * The fuse box: configuration into settings records, threads, the clock, the choice of providers, the screen at the end of start-up.
 *
 * <p>Promises: an unknown {@code sandgate.*} key, a bad value or an open door stops the deployment with one line that names the key and
 * never repeats the value.
 *
 * <p>Not here: rules and protocol. May import anyone; imported by no one.
 */
package dev.sandgate.wiring;
