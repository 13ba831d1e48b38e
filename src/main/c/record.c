#include "record.h"

#include <unistd.h>

static void read_exactly(int fd, void *into, size_t size)
{
    uint8_t *at = into;
    while (size > 0) {
        ssize_t n = read(fd, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            give_up("cannot read the configuration", errno);
        if (n == 0)
            give_up("the configuration ends too early", 0);
        at += n;
        size -= (size_t)n;
    }
}

void record_read(struct record *record, int fd, size_t limit)
{
    uint8_t head[4];
    read_exactly(fd, head, sizeof head);
    record->size = (size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3];
    if (record->size == 0 || record->size > limit)
        give_up("the configuration has an impossible length", 0);
    record->bytes = malloc(record->size);
    if (!record->bytes)
        give_up("no memory for the configuration", 0);
    read_exactly(fd, record->bytes, record->size);
    if (record->bytes[record->size - 1] != '\0')
        give_up("the configuration does not end in NUL", 0);
}

void record_wipe(struct record *record)
{
    explicit_bzero(record->bytes, record->size);
    free(record->bytes);
    *record = (struct record){0};
}

const char *record_next(const struct record *record, const char *previous)
{
    const char *next = previous ? previous + strlen(previous) + 1 : record->bytes;
    return next < record->bytes + record->size ? next : NULL;
}

const char *record_value(const char *entry, const char *key)
{
    size_t length = strlen(key);
    return strncmp(entry, key, length) == 0 && entry[length] == '=' ? entry + length + 1 : NULL;
}

void record_expect(const struct record *record, const char *const *keys)
{
    for (const char *entry = NULL; (entry = record_next(record, entry));) {
        const char *const *key = keys;
        while (*key && !record_value(entry, *key))
            key++;
        if (!*key)
            give_up("the configuration has an unknown key", 0);
    }
}

size_t record_count(const struct record *record, const char *key)
{
    size_t count = 0;
    for (const char *entry = NULL; (entry = record_next(record, entry));)
        count += record_value(entry, key) != NULL;
    return count;
}

long long record_number(const char *key, const char *text, long long low, long long high)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (errno || end == text || *end || value < low || value > high)
        give_up(key, EINVAL);
    return value;
}
