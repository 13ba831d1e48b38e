#include "wire.h"

#include <endian.h>

size_t buffer_size(const struct buffer *buffer)
{
    return buffer->to - buffer->from;
}

uint8_t *buffer_bytes(const struct buffer *buffer)
{
    return buffer->data + buffer->from;
}

uint8_t *buffer_reserve(struct buffer *buffer, size_t more)
{
    size_t used = buffer_size(buffer);
    if (buffer->room - buffer->to >= more && buffer->data)
        return buffer->data + buffer->to;
    if (buffer->from > 0) {
        memmove(buffer->data, buffer->data + buffer->from, used);
        buffer->from = 0;
        buffer->to = used;
    }
    if (buffer->room - used < more || !buffer->data) {
        size_t room = buffer->room * 2 > used + more ? buffer->room * 2 : used + more;
        uint8_t *data = realloc(buffer->data, room);
        if (!data)
            return NULL;
        buffer->data = data;
        buffer->room = room;
    }
    return buffer->data + buffer->to;
}

bool buffer_append(struct buffer *buffer, const void *bytes, size_t size)
{
    uint8_t *at = buffer_reserve(buffer, size);
    if (!at)
        return false;
    if (size > 0)
        memcpy(at, bytes, size);
    buffer->to += size;
    return true;
}

void buffer_consume(struct buffer *buffer, size_t size)
{
    buffer->from += size;
    if (buffer->from == buffer->to) {
        buffer->from = buffer->to = 0;
        if (buffer->room > 64 << 10)
            buffer_free(buffer);
    }
}

void buffer_free(struct buffer *buffer)
{
    free(buffer->data);
    *buffer = (struct buffer){0};
}

uint32_t decode_u32(const uint8_t *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return be32toh(value);
}

void encode_u32(uint8_t *at, uint32_t value)
{
    value = htobe32(value);
    memcpy(at, &value, sizeof value);
}

static const uint8_t *take(struct reader *in, size_t size)
{
    if (in->bad || (size_t)(in->end - in->at) < size) {
        in->bad = true;
        return NULL;
    }
    const uint8_t *at = in->at;
    in->at += size;
    return at;
}

uint8_t read_u8(struct reader *in)
{
    const uint8_t *at = take(in, 1);
    return at ? *at : 0;
}

uint32_t read_u32(struct reader *in)
{
    const uint8_t *at = take(in, 4);
    return at ? decode_u32(at) : 0;
}

uint64_t read_u64(struct reader *in)
{
    uint64_t high = read_u32(in);
    return high << 32 | read_u32(in);
}

struct bytes read_bytes(struct reader *in)
{
    uint32_t size = read_u32(in);
    const uint8_t *at = take(in, size);
    return (struct bytes){at, at ? size : 0};
}

char *read_text(struct reader *in)
{
    struct bytes bytes = read_bytes(in);
    if (in->bad || (bytes.size > 0 && memchr(bytes.data, 0, bytes.size))) {
        in->bad = true;
        return NULL;
    }
    char *text = malloc((size_t)bytes.size + 1);
    if (!text) {
        in->bad = true;
        return NULL;
    }
    memcpy(text, bytes.data, bytes.size);
    text[bytes.size] = '\0';
    return text;
}

char **read_list(struct reader *in)
{
    uint32_t count = read_u32(in);
    size_t left = (size_t)(in->end - in->at);
    if (in->bad || count > left / 4) {
        in->bad = true;
        return NULL;
    }
    /* Each string takes its 4 length bytes in the frame and one NUL here, so the frame's rest is room enough for the text. */
    char **list = malloc((count + 1) * sizeof *list + left);
    if (!list) {
        in->bad = true;
        return NULL;
    }
    char *text = (char *)(list + count + 1);
    for (uint32_t i = 0; i < count; i++) {
        struct bytes bytes = read_bytes(in);
        if (in->bad || (bytes.size > 0 && memchr(bytes.data, 0, bytes.size))) {
            in->bad = true;
            free(list);
            return NULL;
        }
        list[i] = text;
        memcpy(text, bytes.data, bytes.size);
        text += bytes.size;
        *text++ = '\0';
    }
    list[count] = NULL;
    return list;
}

bool read_all(const struct reader *in)
{
    return !in->bad && in->at == in->end;
}
