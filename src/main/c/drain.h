/*
 * Reading a program's pipe in bounded portions.
 */
#ifndef DRAIN_H
#define DRAIN_H

#include "loop.h"
#include "output.h"

/*
 * The reading end of a pipe that carries stream `which` of `output`; with no output it is read and discarded. It is read as soon as
 * there is something, unless it `offers`: then its owner is told so, once after each drain_await, and reads when it can.
 */
struct drain {
    struct watch watch;
    struct output *output;
    void (*offers)(struct drain *drain);
    void (*took)(struct drain *drain, const uint8_t *bytes, size_t size); /* called with each portion; may be NULL */
    void (*ended)(struct drain *drain); /* called once at the pipe's end; may be NULL */
    void *owner;
    int which;
};

/* Makes the pipe and watches its reading end; the writing end comes back in `*writing`. 0 or an errno. */
int drain_open(struct drain *drain, int *writing, struct output *output, int which);
/* Lets it offer (again). */
void drain_await(struct drain *drain);
/* Reads a portion of at most `limit` bytes; closes at the end of the pipe. Returns how many came. */
size_t drain_read(struct drain *drain, size_t limit);
/* How much is in the pipe at this moment. */
size_t drain_held(const struct drain *drain);
/* Reads what is in the pipe at this moment, and no more. */
void drain_now(struct drain *drain);
/* From now on what comes belongs to none. */
void drain_discard(struct drain *drain);

#endif
