"""Supervisor mode: pid 1 of the sandbox. One thread, one loop; everything in it is bounded and nothing in it waits.

Keys: secret=<64 hex> deadline=<ms, -1 none> orphan=<ms> env=<K=V>* rlimit=<name>:<n>*, of which the last two are for the programs it
runs. When it exits, the kernel ends every process of the sandbox: at the deadline, or after `orphan` ms without a server.
"""

import os
import resource
import signal

import system
import wire
from child import Nursery, OomScore
from files import Files
from kernel import Kernels
from link import Link
from loop import NEVER, READABLE, Loop, boottime_ms, now_ms
from record import Defect, Record
from run import Runs
from tree import Workers
from wire import Malformed

HOME = "/home/user"
CONFIGURATION_MOST = 64 << 10
KEYS = (b"secret", b"deadline", b"orphan", b"env", b"rlimit")
REAPED_PER_ROUND = 256
MS_MOST = (1 << 63) // 4


def supervise():
    system.close_from(3)
    oom_score = OomScore()
    system.turn_undumpable()
    _arrange_signals()
    system.give_memory_back()
    os.umask(0o022)
    supervisor = Supervisor(Record(0, CONFIGURATION_MOST, KEYS), oom_score)
    os.chdir(HOME)
    _arrange_descriptors()
    supervisor.live()


def _arrange_signals():
    """As pid 1 we are deaf to signals from inside, but only to those for which nothing else is arranged."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_DFL)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])


def _arrange_descriptors():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    for fd, flags in ((0, os.O_RDONLY), (1, os.O_WRONLY), (2, os.O_WRONLY)):
        null = os.open("/dev/null", flags)
        os.dup2(null, fd)
        os.close(null)


class Supervisor:
    def __init__(self, record, oom_score):
        secret = record.one(b"secret") or b""
        if len(secret) != 64 or set(secret) - set(b"0123456789abcdef"):
            raise Defect("the configuration needs a secret")
        self._deadline = _from_now(record.number(b"deadline", -1, MS_MOST, -1))
        self._orphan_window = record.number(b"orphan", 0, 0xFFFFFFFF, 60_000)
        self._orphan_since = boottime_ms()
        self._loop = Loop()
        self._link = Link(self._loop, bytes.fromhex(secret.decode()), self)
        nursery = Nursery(record, oom_score)
        self._runs = Runs(self._loop, self._link, nursery)
        self._kernels = Kernels(self._loop, self._link, nursery)
        self._workers = Workers(self._link)
        self._files = Files(self._link, self._workers)
        self._more_to_reap = False

    def live(self):
        self._watch_children()
        parts = (self._runs, self._kernels, self._workers, self._link)
        while True:
            now = now_ms()
            if self._more_to_reap:
                self._reap()
            due = min(part.tick(now) for part in parts)
            self._exit_when_over()
            due = min(due, now + self._end_of_life() - boottime_ms())
            self._loop.round(now if self._more_to_reap else due)

    # ---- deadline and orphan window, both on the clock that goes on while the host sleeps ----

    def _end_of_life(self):
        orphan_end = NEVER if self._link.greeted else self._orphan_since + self._orphan_window
        return min(self._deadline, orphan_end)

    def _exit_when_over(self):
        if boottime_ms() < self._end_of_life():
            return
        self._link.receive()  # after a pause the new deadline may lie unread behind the old one
        if boottime_ms() >= self._end_of_life():
            os._exit(0)

    # ---- dead children ----

    def _watch_children(self):
        """A dead child's signal writes to this pipe; that its handler runs is not enough to end the loop's waiting."""
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        os.set_blocking(writing, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        self._children = self._loop.watch(reading, READABLE, self._child_died)
        self._more_to_reap = True  # one may have died before

    def _child_died(self, _events):
        os.read(self._children.fd, 4096)
        self._more_to_reap = True

    def _reap(self):
        self._more_to_reap = False
        for _ in range(REAPED_PER_ROUND):
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if not self._runs.reaped(pid, status) and not self._kernels.reaped(pid, status):
                self._workers.reaped(pid, status)  # or an orphan of nobody's
        self._more_to_reap = True

    # ---- what the link tells ----

    def welcomed(self, deadline, orphan_window):
        self._deadline = _from_now(deadline)
        self._orphan_window = orphan_window

    def lost(self):
        self._orphan_since = boottime_ms()
        for part in (self._runs, self._kernels, self._workers):
            part.drop_all()

    def frame(self, kind, op, fields, staged):
        if kind == wire.LEASE:
            deadline = fields.i64()
            fields.end()
            if op:
                raise Malformed
            self._deadline = _from_now(deadline)
        elif op == 0:
            raise Malformed
        elif kind == wire.KILL:
            fields.end()
            self._runs.kill(op)
            self._kernels.interrupt(op)
            self._workers.kill(op)
        elif kind == wire.CREDIT:
            more = fields.u32()
            fields.end()
            self._runs.credit(op, more)
        elif any(part.is_running(op) for part in (self._runs, self._kernels, self._workers)):
            raise Malformed
        else:
            self._begin(kind, op, fields, staged)

    def _begin(self, kind, op, fields, staged):
        if kind == wire.RUN:
            self._runs.request(op, fields)
        elif kind == wire.EVAL:
            self._kernels.request(op, fields, staged)
        elif kind == wire.PING:
            fields.end()
            self._link.done(op)
        else:
            self._files.request(kind, op, fields)


def _from_now(ms):
    return NEVER if ms < 0 else boottime_ms() + ms
