/*
 * The link to the server: connecting outward, the greeting, frames in and out, staged bytes, backpressure.
 */
#ifndef LINK_H
#define LINK_H

#include "loop.h"
#include "wire.h"

/*
 * An answer that waits for room in the outgoing queue. `emit` writes one frame of it and returns true after the last one;
 * while the link is down the frames go nowhere. Lives in the caller's structure until then.
 */
struct answer {
    struct answer *next;
    bool (*emit)(struct answer *answer);
};

/* What the link tells the rest of the supervisor. */
struct link_events {
    /* One whole frame after the greeting; `staged` may be taken. False when malformed: the link is dropped. */
    bool (*frame)(uint8_t type, uint32_t op, struct reader *in, struct buffer *staged);
    void (*welcome)(int64_t deadline_ms, uint32_t orphan_ms);
    void (*dropped)(void); /* all running operations have lost their asker */
};

void link_init(const uint8_t secret[32], const struct link_events *events);
bool link_greeted(void);
/* Connects when due, gives up a greeting that takes too long, sends what waits. Returns when it wants to be called again. */
uint64_t link_tick(uint64_t now);
/* Handles what has already arrived on the socket. */
void link_receive(void);

void link_answer(struct answer *answer);

/* Writing a frame: begin, fields, end. */
void frame_begin(uint8_t type, uint32_t op);
void put_u8(uint8_t value);
void put_u32(uint32_t value);
void put_u64(uint64_t value);
void put_bytes(const void *bytes, size_t size); /* bare */
void put_str(const void *bytes, size_t size);   /* with its length */
void frame_end(void);

void answer_done(uint32_t op, uint64_t value);
void answer_failed(uint32_t op, int error, const char *stage);

#endif
