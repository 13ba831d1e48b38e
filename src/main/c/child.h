/*
 * Starting a program in the sandbox, and the settings that all programs share.
 */
#ifndef CHILD_H
#define CHILD_H

#include "record.h"

/* To be called while /proc/self is still ours to open. */
void child_before_undumpable(void);

/* What every child starts with: base environment and resource limits, copied from the configuration. */
void child_init(const struct record *record);

struct spawn {
    const char *cwd; /* empty: the home directory */
    char *const *argv;
    char *const *env; /* laid over the base environment */
    int in, out, err;
    int extra; /* becomes fd 3; -1: none */
    /* When it failed: */
    int error;
    const char *stage;
};

/* The pid of a new session's leader that runs the program, or -1 with error and stage set. Returns after its exec. */
pid_t child_spawn(struct spawn *spawn);

/* Like fork, for file work that takes long: only descriptors 0 to 2 stay open in the child. */
pid_t child_fork(void);

/* 128+n for a death by signal n. */
int child_exit_code(int status);

#endif
