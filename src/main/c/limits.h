/*
 * Resource limits in the configuration's words, `name:number` or `name:unlimited`.
 */
#ifndef LIMITS_H
#define LIMITS_H

#include "sandgate.h"

#include <sys/resource.h>

struct limit {
    int resource;
    rlim_t value;
};

/* False when the name is unknown or the value no number. */
bool limit_parse(struct limit *limit, const char *text);

/* Sets soft and hard limit of this process, never above the hard limit it has. Safe after vfork. 0 or an errno. */
int limit_apply(const struct limit *limit);

#endif
