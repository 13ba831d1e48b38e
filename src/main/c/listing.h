/*
 * The content of one directory, sorted by the bytes of the names and bounded however large the directory is.
 */
#ifndef LISTING_H
#define LISTING_H

#include "sandgate.h"

/* Answers LISTING with the first `limit` names, or FAILED. */
void listing_answer(uint32_t op, const char *path, uint32_t limit);

/* 'f' file, 'd' directory, 'l' symlink, 'o' other. */
uint8_t listing_kind(mode_t mode);

#endif
