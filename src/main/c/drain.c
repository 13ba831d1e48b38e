#include "drain.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PORTION = 64 << 10 };

/* Reads at most `limit` bytes; closes at the end of the pipe. Returns how many came. */
static size_t read_portion(struct drain *drain, size_t limit)
{
    static uint8_t portion[PORTION];
    ssize_t n = read(drain->watch.fd, portion, limit < PORTION ? limit : PORTION);
    if (n > 0) {
        if (drain->output)
            output_take(drain->output, drain->which, portion, (size_t)n);
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
    read_portion(watch->owner, PORTION);
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

void drain_now(struct drain *drain)
{
    int left = 0;
    if (!drain->watch.open || ioctl(drain->watch.fd, FIONREAD, &left) < 0)
        return;
    while (left > 0 && drain->watch.open) {
        size_t n = read_portion(drain, (size_t)left);
        if (n == 0)
            return;
        left -= (int)n;
    }
}
