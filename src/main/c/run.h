/*
 * RUN: one program, its two pipes, its end. Its output is collected for the answer, or handed over while it runs.
 */
#ifndef RUN_H
#define RUN_H

#include "loop.h"
#include "wire.h"

/* False when the payload is malformed. */
bool run_request(uint32_t op, struct reader *in);
bool run_is_running(uint32_t op);
void run_kill(uint32_t op);
/* A run may hand over so much more. False when it does not hand over anything, or when that is too much to count. */
bool run_credit(uint32_t op, uint32_t more);
/* True when the pid was a run's program. */
bool run_reaped(pid_t pid, int status);
/* Enforces time-outs; returns when the next one is due. */
uint64_t run_tick(uint64_t now);
/* The asker is gone: kill all, answer none. */
void run_drop_all(void);

#endif
