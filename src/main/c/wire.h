/*
 * Bytes: a growable buffer, and reading the fields of a frame. Everything is big-endian.
 */
#ifndef WIRE_H
#define WIRE_H

#include "sandgate.h"

enum {
    FRAME_HEAD = 4,               /* the length field, not counted by itself */
    FRAME_MIN = 5,                /* type and op */
    FRAME_MAX = (1 << 20) + 4096, /* the largest length */
    CHUNK_MAX = 1 << 20,          /* the most file or staged bytes in one frame */
    STAGED_MAX = 16 << 20,        /* the most staged bytes of one op, and of one kernel answer */
    OUTPUT_COST = 64,             /* of the window, for each OUTPUT beyond its bytes: small pieces take room too while they wait */
};

enum frame_type {
    HELLO = 0x01, WELCOME = 0x02, BULK = 0x0E,
    LEASE = 0x10, RUN = 0x11, EVAL = 0x12, KILL = 0x13, READ = 0x14, WRITE = 0x15, LIST = 0x17, STAT = 0x18, MKDIR = 0x19,
    REMOVE = 0x1A, MOVE = 0x1B, PING = 0x1C, CREDIT = 0x1D,
    RAN = 0x81, DATA = 0x82, DONE = 0x83, LISTING = 0x84, STATUS = 0x85, STARTED = 0x86, OUTPUT = 0x87, FAILED = 0xFF,
};

/* The bytes [from, to) are in use. */
struct buffer {
    uint8_t *data;
    size_t from, to, room;
};

size_t buffer_size(const struct buffer *buffer);
uint8_t *buffer_bytes(const struct buffer *buffer);
/* Makes room for `more` bytes after the used ones and returns where they go; NULL when there is no memory. */
uint8_t *buffer_reserve(struct buffer *buffer, size_t more);
bool buffer_append(struct buffer *buffer, const void *bytes, size_t size);
void buffer_consume(struct buffer *buffer, size_t size);
void buffer_free(struct buffer *buffer);

uint32_t decode_u32(const uint8_t *at);
void encode_u32(uint8_t *at, uint32_t value);

/* The unread rest of a payload. Reading past the end sets `bad` and yields zeros. */
struct reader {
    const uint8_t *at, *end;
    bool bad;
};

struct bytes {
    const uint8_t *data;
    uint32_t size;
};

uint8_t read_u8(struct reader *in);
uint32_t read_u32(struct reader *in);
uint64_t read_u64(struct reader *in);
struct bytes read_bytes(struct reader *in);
/* A str without NUL inside, as a C string to be freed; NULL and `bad` otherwise. */
char *read_text(struct reader *in);
/* A list of such strings, NULL-terminated, in one block to be freed; NULL and `bad` otherwise. */
char **read_list(struct reader *in);
/* True when everything was read and nothing was wrong. */
bool read_all(const struct reader *in);

#endif
