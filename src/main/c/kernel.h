/*
 * EVAL: interpreters that stay alive between calls. Requests go in by stdin, answers come out by descriptor 3, one at a time.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include "loop.h"
#include "wire.h"

/* False when the payload is malformed; takes `staged` as the request. */
bool kernel_request(uint32_t op, struct reader *in, struct buffer *staged);
bool kernel_is_running(uint32_t op);
/* Interrupts the call; the interpreter has a second to answer before it is killed. */
void kernel_interrupt(uint32_t op);
bool kernel_reaped(pid_t pid, int status);
uint64_t kernel_tick(uint64_t now);
void kernel_drop_all(void);

#endif
