/*
 * The one thread's event loop: descriptors with a callback, clocks, and memory that is freed between rounds.
 */
#ifndef LOOP_H
#define LOOP_H

#include "sandgate.h"

/* "No time set". */
#define NEVER UINT64_MAX

/* A watched descriptor; `owner` is the caller's. Lives in the caller's structure, which is freed by loop_free only. */
struct watch {
    void (*ready)(struct watch *watch, uint32_t events);
    void *owner;
    uint32_t events;
    int fd;
    bool open;
};

void loop_init(void);
/* Takes over `fd` (closes it on failure too): 0 or an errno. */
int watch_open(struct watch *watch, int fd, uint32_t events, void (*ready)(struct watch *, uint32_t), void *owner);
/* Asks for other events; 0 events keep it open and silent (but for errors). With EPOLLONESHOT it is silent, even for the end of
 * a pipe, after each event until it is asked again. */
void watch_events(struct watch *watch, uint32_t events);
/* Closes the descriptor; harmless when it is closed. */
void watch_close(struct watch *watch);
/* Frees memory once no pending event can point into it. */
void loop_free(void *memory);
/* One round: waits until `due` (CLOCK_MONOTONIC ms) at most, calls back, then frees. */
void loop_round(uint64_t due);

uint64_t now_ms(void);      /* CLOCK_MONOTONIC */
uint64_t boottime_ms(void); /* CLOCK_BOOTTIME, goes on while the host sleeps */

#endif
