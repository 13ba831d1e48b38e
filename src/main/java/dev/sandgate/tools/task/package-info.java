/**
 * Tools for commands in the background: started by one call, followed and ended by others.
 *
 * <p>Promises: a program that fails or runs out of time is an ordinary result; following and ending a task neither makes a sandbox nor
 * prolongs its life.
 *
 * <p>Not here: which sandbox ({@code sandbox.conversation}), running and remembering tasks ({@code sandbox.task}), commands that are
 * waited for ({@code tools.exec}).
 */
package dev.sandgate.tools.task;
