/*
 * Long file work, done in a worker process: may block, returns 0 or an errno.
 */
#ifndef TREE_H
#define TREE_H

#include "sandgate.h"

/* Removes a directory and everything in it, following no link. */
int tree_remove(const char *path);

/* Copies a regular file next to `target`, renames the copy onto it and removes `path`. */
int tree_move(const char *path, const char *target);

#endif
