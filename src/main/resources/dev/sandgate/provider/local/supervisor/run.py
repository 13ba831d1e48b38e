"""RUN: one program, its two pipes, its end."""

import errno
import os
import signal
from functools import partial

import wire
from child import SpawnFailure, exit_code, kill_group
from loop import NEVER, now_ms
from output import Drain, Output
from wire import Malformed, u8

RUNS_MOST = 1024
LINGERING_MOST = 64
DEATH_MS = 2000  # how long a killed program may take to be gone before we answer without it
TIMED_OUT, SPILLED = 1, 2


class Run:
    """
    Runs until it is reaped, and lingers as long as its children hold its pipes, which are read and discarded so that they do not die
    of SIGPIPE.
    """

    def __init__(self, op, output, due):
        self.op = op  # 0: nobody waits for the answer
        self.output = output
        self.due = due
        self.drains = []
        self.pid = 0
        self.timed_out = False
        self.dying = False

    @property
    def holds_pipes(self):
        return any(drain.open for drain in self.drains)

    def close(self):
        for drain in self.drains:
            drain.close()

    def kill(self):
        if not self.dying:
            kill_group(self.pid, signal.SIGKILL)
            self.dying = True
            self.due = now_ms() + DEATH_MS


class Runs:
    def __init__(self, loop, link, nursery):
        self._loop = loop
        self._link = link
        self._nursery = nursery
        self._by_op = {}
        self._by_pid = {}
        self._lingering = []  # the oldest first

    def request(self, op, fields):
        cwd, argv, environment = fields.text(), fields.list(), fields.environment()
        timeout, shown, file_limit, reserved = fields.u32(), fields.u32(), fields.u64(), fields.u32()
        fields.end()
        if reserved or not argv:
            raise Malformed
        if shown > wire.SHOWN_MOST:
            self._link.failed(op, errno.EINVAL, b"limit")
        elif len(self._by_pid) >= RUNS_MOST:
            self._link.failed(op, errno.EAGAIN, b"limit")
        else:
            due = now_ms() + timeout if timeout else NEVER
            self._start(Run(op, Output(shown, file_limit), due), cwd, argv, environment)

    def _start(self, run, cwd, argv, environment):
        writing = []
        try:
            for which in (0, 1):
                drain = Drain(self._loop, run.output, which, self._tidy)
                run.drains.append(drain)
                writing.append(drain.writing)
            run.pid = self._nursery.spawn(cwd, argv, environment, (0, *writing))
        except SpawnFailure as failure:
            run.close()
            self._link.failed(run.op, failure.error, failure.stage)
        except OSError as failure:
            run.close()
            self._link.failed(run.op, failure.errno, b"limit")
        else:
            self._by_op[run.op] = run
            self._by_pid[run.pid] = run
        finally:
            for fd in writing:
                os.close(fd)

    def is_running(self, op):
        return op in self._by_op

    def kill(self, op):
        if op in self._by_op:
            self._by_op[op].kill()

    def reaped(self, pid, status):
        """True when the pid was a run's program."""
        run = self._by_pid.get(pid)
        if run:
            self._finish(run, exit_code(status))
        return run is not None

    def _finish(self, run, code):
        """The program is gone, or is taken for gone: takes what its pipes hold, answers, and lets the pipes linger."""
        del self._by_pid[run.pid]
        self._by_op.pop(run.op, None)
        for drain in run.drains:
            drain.now()
            drain.output = None
        output, run.output = run.output, None
        output.close()
        if run.op:
            flags = (TIMED_OUT if run.timed_out else 0) | (SPILLED if output.spilled else 0)
            self._link.answer(partial(self._emit, run.op, flags, -1 if run.timed_out else code, output))
        self._lingering.append(run)
        self._tidy()
        if len(self._lingering) > LINGERING_MOST:
            self._lingering.pop(0).close()

    def _emit(self, op, flags, code, output):
        self._link.send(wire.RAN, op, u8(flags) + code.to_bytes(4, "big", signed=True) + output.fields())
        return True

    def _tidy(self):
        self._lingering = [run for run in self._lingering if run.holds_pipes]

    def tick(self, now):
        """Enforces time-outs; returns when the next one is due."""
        for run in [run for run in self._by_pid.values() if run.due <= now]:
            if run.dying:
                self._finish(run, 128 + signal.SIGKILL)
            else:
                run.timed_out = True
                run.kill()
        return min((run.due for run in self._by_pid.values()), default=NEVER)

    def drop_all(self):
        """The asker is gone: kill all, answer none."""
        self._by_op.clear()
        for run in self._by_pid.values():
            run.op = 0
            run.kill()
