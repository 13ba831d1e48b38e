/*
 * File operations on behalf of the server. They never wait: opens are non-blocking, and only regular files are read and written.
 */
#ifndef FILES_H
#define FILES_H

#include "loop.h"
#include "wire.h"

/* One of READ, WRITE, LIST, STAT, MKDIR, REMOVE, MOVE; false when the payload is malformed. */
bool files_request(uint8_t type, uint32_t op, struct reader *in);

/* Makes the directories above `path`, or `path` too; 0 or an errno. */
int make_directories(const char *path, bool itself);

#endif
