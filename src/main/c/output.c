#include "output.h"

#include "link.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define SPILL_DIRECTORY "/tmp/.sandgate"
#define SPILL_FORM SPILL_DIRECTORY "/output-%u.txt"

enum { FIRST_ROOM = 4096, SEGMENTS_MAX = 64 << 10, SPILLS_KEPT = 4 };

#define OF_STDERR 0x80000000u

static uint32_t newest_spill;

void output_init(struct output *output, uint32_t shown, uint64_t file_limit)
{
    *output = (struct output){.shown = shown, .file_limit = file_limit, .spill_fd = -1};
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* ---- head and tail ---- */

static bool grow(struct stream *stream, size_t needed, uint32_t shown)
{
    if (needed <= stream->room)
        return true;
    size_t room = stream->room ? stream->room : FIRST_ROOM;
    while (room < needed)
        room *= 2;
    room = smaller(room, shown);
    uint8_t *kept = realloc(stream->kept, room);
    if (!kept)
        return false;
    stream->kept = kept;
    stream->room = room;
    return true;
}

static void keep(struct stream *stream, uint32_t shown, const uint8_t *bytes, size_t size)
{
    size_t half = shown / 2, ring = shown - half;
    if (stream->total < shown) {
        size_t part = smaller(size, shown - (size_t)stream->total);
        if (grow(stream, (size_t)stream->total + part, shown))
            memcpy(stream->kept + stream->total, bytes, part);
        stream->total += part;
        bytes += part;
        size -= part;
    }
    if (size > 0 && (shown == 0 || stream->room < shown)) { /* nothing is shown, or memory ran out: count only */
        stream->total += size;
        return;
    }
    while (size > 0) {
        size_t at = half + (size_t)((stream->total - half) % ring);
        size_t part = smaller(size, shown - at);
        memcpy(stream->kept + at, bytes, part);
        stream->total += part;
        bytes += part;
        size -= part;
    }
}

static void put_head(const struct stream *stream, uint32_t shown)
{
    uint64_t size = stream->total <= shown ? stream->total : shown / 2;
    put_str(stream->kept, smaller((size_t)size, stream->room));
}

static void put_tail(const struct stream *stream, uint32_t shown)
{
    size_t half = shown / 2, ring = shown - half;
    if (stream->total <= shown || half == 0 || stream->room < shown) {
        put_str(NULL, 0);
        return;
    }
    size_t from = half + (size_t)((stream->total - half - half) % ring);
    size_t part = smaller(half, shown - from);
    put_u32((uint32_t)half);
    put_bytes(stream->kept + from, part);
    put_bytes(stream->kept + half, half - part);
}

/* ---- the spill file ---- */

/* The directory lies where user code writes too. What is not a plain directory there means: no spill file. */
static int spill_directory(void)
{
    mkdir(SPILL_DIRECTORY, 0700);
    return open(SPILL_DIRECTORY, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

static void forget_oldest(int directory)
{
    char name[32];
    if (newest_spill <= SPILLS_KEPT)
        return;
    snprintf(name, sizeof name, "output-%u.txt", newest_spill - SPILLS_KEPT);
    unlinkat(directory, name, 0);
}

static void open_spill(struct output *output)
{
    int directory = spill_directory();
    if (directory < 0)
        return;
    char name[32];
    snprintf(name, sizeof name, "output-%u.txt", ++newest_spill);
    /* O_EXCL: never through a link, never into a pipe, never over what lies there. */
    output->spill_fd = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (output->spill_fd >= 0)
        output->spill_number = newest_spill;
    forget_oldest(directory);
    close(directory);
}

/* An empty file would only promise what there is not. */
static void drop_spill(struct output *output)
{
    char name[32];
    int directory = spill_directory();
    if (directory >= 0) {
        snprintf(name, sizeof name, "output-%u.txt", output->spill_number);
        unlinkat(directory, name, 0);
        close(directory);
    }
    output->spill_number = 0;
}

static void spill(struct output *output, const uint8_t *bytes, size_t size)
{
    while (size > 0 && output->spill_fd >= 0) {
        uint64_t left = output->file_limit - output->spilled;
        ssize_t n = left > 0 ? write(output->spill_fd, bytes, left < size ? (size_t)left : size) : 0;
        if (n <= 0) { /* full: the file stops, the program goes on */
            close(output->spill_fd);
            output->spill_fd = -1;
            if (output->spilled == 0)
                drop_spill(output);
            return;
        }
        output->spilled += (uint64_t)n;
        bytes += n;
        size -= (size_t)n;
    }
}

static void replay(struct output *output)
{
    size_t at[2] = {0, 0};
    for (size_t i = 0; i < output->segment_count; i++) {
        int which = (output->segments[i] & OF_STDERR) != 0;
        size_t size = output->segments[i] & ~OF_STDERR;
        struct stream *stream = &output->streams[which];
        if (at[which] + size > stream->room)
            break; /* memory had run out */
        spill(output, stream->kept + at[which], size);
        at[which] += size;
    }
    free(output->segments);
    output->segments = NULL;
    output->segment_count = output->segment_room = 0;
}

static void note(struct output *output, int which, size_t size)
{
    uint32_t mark = which ? OF_STDERR : 0;
    size_t count = output->segment_count;
    for (size_t back = 1; back <= 2 && back <= count; back++) {
        uint32_t *segment = &output->segments[count - back];
        if ((*segment & OF_STDERR) == mark && (back == 1 || count == SEGMENTS_MAX)) {
            *segment += (uint32_t)size;
            return;
        }
    }
    if (count == output->segment_room) {
        size_t room = count ? count * 2 : 16;
        uint32_t *segments = realloc(output->segments, room * sizeof *segments);
        if (!segments) {
            output->spill_tried = true;
            return;
        }
        output->segments = segments;
        output->segment_room = room;
    }
    output->segments[output->segment_count++] = mark | (uint32_t)size;
}

void output_take(struct output *output, int which, const uint8_t *bytes, size_t size)
{
    if (size == 0)
        return;
    struct stream *stream = &output->streams[which];
    if (!output->spill_tried && output->file_limit > 0 && stream->total + size > output->shown) {
        output->spill_tried = true;
        open_spill(output);
        replay(output);
    }
    if (output->spill_fd >= 0)
        spill(output, bytes, size);
    else if (!output->spill_tried && output->file_limit > 0)
        note(output, which, size);
    keep(stream, output->shown, bytes, size);
}

bool output_spilled(const struct output *output)
{
    return output->spill_number > 0 && newest_spill - output->spill_number < SPILLS_KEPT;
}

void output_put(const struct output *output)
{
    put_u64(output->streams[0].total);
    put_u64(output->streams[1].total);
    for (int which = 0; which < 2; which++) {
        put_head(&output->streams[which], output->shown);
        put_tail(&output->streams[which], output->shown);
    }
    char path[64];
    int length = snprintf(path, sizeof path, SPILL_FORM, output->spill_number);
    put_str(path, output_spilled(output) && length > 0 ? (size_t)length : 0);
}

void output_free(struct output *output)
{
    free(output->streams[0].kept);
    free(output->streams[1].kept);
    free(output->segments);
    if (output->spill_fd >= 0)
        close(output->spill_fd);
    output_init(output, 0, 0);
}
