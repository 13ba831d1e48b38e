/*
 * What every part of the supervisor binary may use: the standard types and the one way to give up.
 */
#ifndef SANDGATE_H
#define SANDGATE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

/* Exit code of a start that failed before the sandbox ran anything. */
#define EXIT_START_FAILED 125

/* Writes one line on stderr, with the text of `error` unless it is 0, and exits with EXIT_START_FAILED. */
_Noreturn void give_up(const char *what, int error);

/* The two modes; `run` never returns normally, because it ends with the sandbox. */
_Noreturn void launch(void);
_Noreturn void supervise(void);

#endif
