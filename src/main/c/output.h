/*
 * What a program printed: true counts, the first and last bytes of each stream, and the whole in a spill file when it is long.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "sandgate.h"

/* The most bytes of one stream that one answer can show. */
enum { SHOWN_MAX = 512 << 10 };

/* kept = the first shown/2 bytes, then a ring of the rest; a plain prefix while no more than `shown` have come. */
struct stream {
    uint8_t *kept;
    size_t room;
    uint64_t total;
};

struct output {
    struct stream streams[2]; /* stdout, stderr */
    uint32_t *segments;       /* who printed how much in which order, as long as there is no spill file */
    size_t segment_count, segment_room;
    uint64_t file_limit, spilled;
    uint32_t shown;
    uint32_t spill_number; /* 0: none was made */
    int spill_fd;          /* -1: not open */
    bool spill_tried;
};

void output_init(struct output *output, uint32_t shown, uint64_t file_limit);
void output_take(struct output *output, int which, const uint8_t *bytes, size_t size);
/* True while the spill file is there under its name. */
bool output_spilled(const struct output *output);
/* Writes the fields of RAN that follow the exit code. */
void output_put(const struct output *output);
void output_free(struct output *output);

#endif
