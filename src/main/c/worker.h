/*
 * File work that may take long, in a process of its own: removing a tree, moving a file to another file system.
 */
#ifndef WORKER_H
#define WORKER_H

#include "loop.h"

/* REMOVE a tree, or MOVE `path` to `target` by copying; answers DONE or FAILED when it is over. */
void worker_start(uint32_t op, uint8_t type, const char *path, const char *target);
bool worker_is_running(uint32_t op);
void worker_kill(uint32_t op);
bool worker_reaped(pid_t pid, int status);
uint64_t worker_tick(uint64_t now);
void worker_drop_all(void);

#endif
