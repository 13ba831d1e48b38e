/*
 * A configuration record on a pipe: u32 length (big-endian), then that many bytes of NUL-terminated `key=value` strings.
 * Exactly these bytes are read, so that another record may follow on the same pipe.
 */
#ifndef RECORD_H
#define RECORD_H

#include "sandgate.h"

struct record {
    char *bytes;
    size_t size;
};

/* Reads a record of at most `limit` bytes from `fd`, blocking; ends the process when there is none or it is malformed. */
void record_read(struct record *record, int fd, size_t limit);

/* Wipes and frees the record; the strings taken from it are gone too. */
void record_wipe(struct record *record);

/* Ends the process when an entry has none of these keys (NULL-terminated). */
void record_expect(const struct record *record, const char *const *keys);

/* The entry after `previous` (the first for NULL), or NULL at the end. */
const char *record_next(const struct record *record, const char *previous);

/* The value of an entry with this key, or NULL when the entry has another key. */
const char *record_value(const char *entry, const char *key);

/* How many entries have this key. */
size_t record_count(const struct record *record, const char *key);

/* The value of a decimal number in [low, high]; ends the process, naming `key`, for anything else. */
long long record_number(const char *key, const char *text, long long low, long long high);

#endif
