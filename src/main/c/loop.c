#include "loop.h"

#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

/* One round handles so many events, each with one bounded read, so that timers and the server are never starved. */
enum { EVENTS_PER_ROUND = 64 };

struct grave {
    struct grave *next;
    void *memory;
};

static int epoll_fd;
static struct grave *graves;

void loop_init(void)
{
    epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    if (epoll_fd < 0)
        give_up("cannot make an epoll descriptor", errno);
}

int watch_open(struct watch *watch, int fd, uint32_t events, void (*ready)(struct watch *, uint32_t), void *owner)
{
    *watch = (struct watch){.ready = ready, .owner = owner, .events = events, .fd = fd, .open = true};
    struct epoll_event event = {.events = events, .data.ptr = watch};
    if (epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event) == 0)
        return 0;
    int error = errno;
    close(fd);
    watch->open = false;
    return error;
}

void watch_events(struct watch *watch, uint32_t events)
{
    if (!watch->open || (watch->events == events && !(events & EPOLLONESHOT)))
        return;
    struct epoll_event event = {.events = events, .data.ptr = watch};
    if (epoll_ctl(epoll_fd, EPOLL_CTL_MOD, watch->fd, &event) == 0)
        watch->events = events;
}

void watch_close(struct watch *watch)
{
    if (!watch->open)
        return;
    watch->open = false;
    /* A worker forked from us may hold a copy of the descriptor for a moment, and that alone would keep it in the set. */
    epoll_ctl(epoll_fd, EPOLL_CTL_DEL, watch->fd, NULL);
    close(watch->fd);
    watch->fd = -1;
}

void loop_free(void *memory)
{
    struct grave *grave = memory ? malloc(sizeof *grave) : NULL;
    if (!grave)
        return; /* out of memory: a leak is better than a stale pointer */
    *grave = (struct grave){graves, memory};
    graves = grave;
}

void loop_round(uint64_t due)
{
    uint64_t now = now_ms();
    int timeout = due == NEVER ? -1 : due <= now ? 0 : due - now > 60000 ? 60000 : (int)(due - now);
    struct epoll_event events[EVENTS_PER_ROUND];
    int count = epoll_wait(epoll_fd, events, EVENTS_PER_ROUND, timeout);
    for (int i = 0; i < count; i++) {
        struct watch *watch = events[i].data.ptr;
        if (watch->open)
            watch->ready(watch, events[i].events);
    }
    while (graves) {
        struct grave *grave = graves;
        graves = grave->next;
        free(grave->memory);
        free(grave);
    }
}

static uint64_t clock_ms(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

uint64_t now_ms(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

uint64_t boottime_ms(void)
{
    return clock_ms(CLOCK_BOOTTIME);
}
