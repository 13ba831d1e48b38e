"""The one thread's event loop: descriptors with a callback, and clocks in milliseconds."""

import os
import select
import time

NEVER = float("inf")
READABLE, WRITABLE, BROKEN = select.EPOLLIN, select.EPOLLOUT, select.EPOLLERR | select.EPOLLHUP
ONCE = select.EPOLLONESHOT  # silent, even for the end of a pipe, after each event until it is wanted again

_EVENTS_PER_ROUND = 64  # each with one bounded read, so that timers and the server are never starved
_WAIT_MOST = 10_000  # the loop's clock stands still while the host sleeps, the deadline's does not


def now_ms():
    return time.monotonic_ns() // 1_000_000


def boottime_ms():
    """Goes on while the host sleeps."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


class Loop:
    def __init__(self):
        self._epoll = select.epoll()
        self._watches = {}

    def watch(self, fd, events, ready):
        """Takes over `fd`, which is closed on failure too; `ready` is called with the events."""
        try:
            self._epoll.register(fd, events)
        except OSError:
            os.close(fd)
            raise
        watch = self._watches[fd] = Watch(self, fd, events, ready)
        return watch

    def round(self, due):
        """Waits until `due` at most and calls back."""
        wait = min(max(due - now_ms(), 0), _WAIT_MOST)
        ready = self._epoll.poll(wait / 1000, _EVENTS_PER_ROUND)
        for watch, events in [(self._watches[fd], events) for fd, events in ready]:
            if watch.fd >= 0:  # else an earlier one of this round closed it
                watch.ready(events)


class Watch:
    """A watched descriptor; `fd` is -1 once it is closed."""

    def __init__(self, loop, fd, events, ready):
        self._loop = loop
        self._events = events
        self.fd = fd
        self.ready = ready

    @property
    def open(self):
        return self.fd >= 0

    def want(self, events):
        """No events keep it open and silent, but for a broken pipe."""
        if self.open and (events != self._events or events & ONCE):
            self._loop._epoll.modify(self.fd, events)
            self._events = events

    def close(self):
        if not self.open:
            return
        # A worker forked from us may hold a copy for a moment, and that alone would keep it in the set.
        self._loop._epoll.unregister(self.fd)
        del self._loop._watches[self.fd]
        os.close(self.fd)
        self.fd = -1
