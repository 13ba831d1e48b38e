#include "limits.h"

static const struct {
    const char *name;
    int resource;
} NAMES[] = {
    {"as", RLIMIT_AS},           {"core", RLIMIT_CORE},     {"cpu", RLIMIT_CPU},
    {"data", RLIMIT_DATA},       {"fsize", RLIMIT_FSIZE},   {"locks", RLIMIT_LOCKS},
    {"memlock", RLIMIT_MEMLOCK}, {"msgqueue", RLIMIT_MSGQUEUE}, {"nofile", RLIMIT_NOFILE},
    {"nproc", RLIMIT_NPROC},     {"rtprio", RLIMIT_RTPRIO}, {"sigpending", RLIMIT_SIGPENDING},
    {"stack", RLIMIT_STACK},
};

bool limit_parse(struct limit *limit, const char *text)
{
    const char *colon = strchr(text, ':');
    if (!colon)
        return false;
    size_t length = (size_t)(colon - text);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        if (strlen(NAMES[i].name) != length || strncmp(NAMES[i].name, text, length) != 0)
            continue;
        limit->resource = NAMES[i].resource;
        if (strcmp(colon + 1, "unlimited") == 0) {
            limit->value = RLIM_INFINITY;
            return true;
        }
        char *end;
        errno = 0;
        limit->value = strtoull(colon + 1, &end, 10);
        return colon[1] >= '0' && colon[1] <= '9' && !errno && !*end;
    }
    return false;
}

int limit_apply(const struct limit *limit)
{
    struct rlimit now;
    if (getrlimit((__rlimit_resource_t)limit->resource, &now) < 0)
        return errno;
    rlim_t value = limit->value < now.rlim_max ? limit->value : now.rlim_max;
    return setrlimit((__rlimit_resource_t)limit->resource, &(struct rlimit){value, value}) < 0 ? errno : 0;
}
