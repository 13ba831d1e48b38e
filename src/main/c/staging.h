/*
 * Bytes that BULK frames bring ahead of the request that uses them, by op.
 */
#ifndef STAGING_H
#define STAGING_H

#include "wire.h"

/* False when the op's bound is passed. Bytes beyond what all ops together may hold are dropped and the op is marked. */
bool staging_add(uint32_t op, struct bytes bytes);
/* Moves the op's bytes to `into`; false when they were dropped for lack of room. */
bool staging_take(uint32_t op, struct buffer *into);
void staging_clear(void);

#endif
