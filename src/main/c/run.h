/*
 * RUN: one program, its two pipes, its end.
 */
#ifndef RUN_H
#define RUN_H

#include "loop.h"
#include "wire.h"

/* False when the payload is malformed. */
bool run_request(uint32_t op, struct reader *in);
bool run_is_running(uint32_t op);
void run_kill(uint32_t op);
/* True when the pid was a run's program. */
bool run_reaped(pid_t pid, int status);
/* Enforces time-outs; returns when the next one is due. */
uint64_t run_tick(uint64_t now);
/* The asker is gone: kill all, answer none. */
void run_drop_all(void);

#endif
