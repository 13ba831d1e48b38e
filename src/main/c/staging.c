#include "staging.h"

enum { ALL_STAGED_MAX = 64 << 20, OPS_MAX = 4096 };

struct staging {
    struct staging *next;
    struct buffer bytes;
    uint32_t op;
    bool dropped;
};

static struct staging *first;
static size_t held, ops;

static struct staging **find(uint32_t op)
{
    struct staging **at = &first;
    while (*at && (*at)->op != op)
        at = &(*at)->next;
    return at;
}

static void drop_bytes(struct staging *staging)
{
    held -= buffer_size(&staging->bytes);
    buffer_free(&staging->bytes);
    staging->dropped = true;
}

bool staging_add(uint32_t op, struct bytes bytes)
{
    struct staging *staging = *find(op);
    if (!staging) {
        if (ops == OPS_MAX || !(staging = calloc(1, sizeof *staging)))
            return false;
        *staging = (struct staging){.next = first, .op = op};
        first = staging;
        ops++;
    }
    if (buffer_size(&staging->bytes) + bytes.size > STAGED_MAX)
        return false;
    if (staging->dropped)
        return true;
    if (held + bytes.size > ALL_STAGED_MAX || !buffer_append(&staging->bytes, bytes.data, bytes.size))
        drop_bytes(staging);
    else
        held += bytes.size;
    return true;
}

bool staging_take(uint32_t op, struct buffer *into)
{
    struct staging **at = find(op), *staging = *at;
    *into = (struct buffer){0};
    if (!staging)
        return true;
    bool whole = !staging->dropped;
    *into = staging->bytes;
    held -= buffer_size(into);
    ops--;
    *at = staging->next;
    free(staging);
    return whole;
}

void staging_clear(void)
{
    while (first) {
        struct buffer bytes;
        staging_take(first->op, &bytes);
        buffer_free(&bytes);
    }
}
