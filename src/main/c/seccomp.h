/*
 * The system call filter that bubblewrap installs in front of everything in the sandbox, the supervisor included.
 */
#ifndef SECCOMP_H
#define SECCOMP_H

#include "sandgate.h"

/* A memfd at offset 0 that holds the compiled filter, close-on-exec; ends the process when it cannot be made. */
int seccomp_memfd(void);

#endif
