/*
 * Reading a program's pipe in bounded portions.
 */
#ifndef DRAIN_H
#define DRAIN_H

#include "loop.h"
#include "output.h"

/* The reading end of a pipe that carries stream `which` of `output`; with no output it is read and discarded. */
struct drain {
    struct watch watch;
    struct output *output;
    void (*ended)(struct drain *drain); /* called once at the pipe's end; may be NULL */
    void *owner;
    int which;
};

/* Makes the pipe and watches its reading end; the writing end comes back in `*writing`. 0 or an errno. */
int drain_open(struct drain *drain, int *writing, struct output *output, int which);
/* Reads what is in the pipe at this moment, and no more. */
void drain_now(struct drain *drain);

#endif
