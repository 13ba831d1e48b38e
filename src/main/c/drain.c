#include "drain.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PORTION = 64 << 10 };

size_t drain_read(struct drain *drain, size_t limit)
{
    static uint8_t portion[PORTION];
    if (!drain->watch.open)
        return 0;
    ssize_t n = read(drain->watch.fd, portion, limit < PORTION ? limit : PORTION);
    if (n > 0) {
        if (drain->output)
            output_take(drain->output, drain->which, portion, (size_t)n);
        if (drain->took)
            drain->took(drain, portion, (size_t)n);
        return (size_t)n;
    }
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    watch_close(&drain->watch);
    if (drain->ended)
        drain->ended(drain);
    return 0;
}

static void readable(struct watch *watch, uint32_t events)
{
    (void)events;
    struct drain *drain = watch->owner;
    if (drain->offers)
        drain->offers(drain);
    else
        drain_read(drain, PORTION);
}

int drain_open(struct drain *drain, int *writing, struct output *output, int which)
{
    int ends[2];
    *drain = (struct drain){.output = output, .which = which};
    if (pipe2(ends, O_CLOEXEC) < 0)
        return errno;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    int error = watch_open(&drain->watch, ends[0], EPOLLIN, readable, drain);
    if (error)
        close(ends[1]);
    else
        *writing = ends[1];
    return error;
}

void drain_await(struct drain *drain)
{
    watch_events(&drain->watch, EPOLLIN | EPOLLONESHOT);
}

size_t drain_held(const struct drain *drain)
{
    int held = 0;
    return drain->watch.open && ioctl(drain->watch.fd, FIONREAD, &held) == 0 ? (size_t)held : 0;
}

void drain_now(struct drain *drain)
{
    for (size_t left = drain_held(drain), n; left > 0; left -= n) {
        n = drain_read(drain, left);
        if (n == 0)
            return;
    }
}

void drain_discard(struct drain *drain)
{
    drain->output = NULL;
    drain->offers = NULL;
    drain->took = NULL;
    watch_events(&drain->watch, EPOLLIN);
}
