"""RUN: one program, its two pipes, its end. Its output is collected for the answer, or handed over while it runs."""

import errno
import os
import signal
from functools import partial

import wire
from child import SpawnFailure, exit_code, kill_group
from loop import NEVER, now_ms
from output import Drain, Output
from wire import Malformed, string, u8

RUNS_MOST = 1024
LINGERING_MOST = 64
DEATH_MS = 2000  # how long a killed program may take to be gone before we answer without it
CREDIT_MOST = 0xFFFFFFFF
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

    def discard(self):
        for drain in self.drains:
            drain.discard()

    def kill(self):
        if not self.dying:
            kill_group(self.pid, signal.SIGKILL)
            self.dying = True
            self.due = now_ms() + DEATH_MS


class Stream:
    """
    Hands over what a run prints, piece by piece. While it has no credit the pipes are not read. What they hold when the program ends
    is handed over without credit, so that the answer never waits for whoever listens.
    """

    def __init__(self, run, link, credit):
        self._run = run
        self._link = link
        self._credit = credit
        self._ready = [False, False]
        self._left = None  # after the program's end: what its pipes held then and is still to be handed over
        self._turn = 0  # the pipe that was read first
        self._waits = False  # for room in the link's queue
        self._then = None

    @property
    def finishing(self):
        """The program has ended."""
        return self._left is not None

    def start(self):
        for drain in self._run.drains:
            drain.offers = self._offered
            drain.wait()
        self._link.send(wire.STARTED, self._run.op, b"")

    def credit(self, more):
        self._credit += more
        if self._credit > CREDIT_MOST:
            raise Malformed
        self._emit_when_able()

    def finish(self, then):
        """Hands over the rest; `then` is an emission that follows it."""
        self._left = [drain.held for drain in self._run.drains]
        self._then = then
        self._wait_for_room()

    def _offered(self, which):
        self._ready[which] = True
        self._emit_when_able()

    def _emit_when_able(self):
        if any(self._ready) and self._credit > wire.OUTPUT_COST:
            self._wait_for_room()

    def _wait_for_room(self):
        if not self._waits:
            self._waits = True
            self._link.answer(self._emit)

    def _emit(self):
        if not self.finishing:
            self._waits = False
            self._emit_ready()
            return True
        return not self._emit_left() and self._then()

    def _emit_ready(self):
        self._turn ^= 1  # neither stream takes all the credit
        for which in (self._turn, 1 - self._turn):
            if self._ready[which] and self._credit > wire.OUTPUT_COST:
                self._ready[which] = False
                size = self._hand_over(which, self._credit - wire.OUTPUT_COST)
                if size:
                    self._credit -= size + wire.OUTPUT_COST
                self._run.drains[which].wait()

    def _emit_left(self):
        for which in (0, 1):
            if self._left[which]:
                size = self._hand_over(which, self._left[which])
                self._left[which] = self._left[which] - size if size else 0
                if size:
                    return True
        return False

    def _hand_over(self, which, most):
        part = self._run.drains[which].read(most)
        if part and self._run.op:
            self._link.send(wire.OUTPUT, self._run.op, u8(which) + string(part))
        return len(part)


class Runs:
    def __init__(self, loop, link, nursery):
        self._loop = loop
        self._link = link
        self._nursery = nursery
        self._by_op = {}
        self._by_pid = {}
        self._streams = {}  # by op, until the answer is given
        self._lingering = []  # the oldest first

    def request(self, op, fields):
        cwd, argv, environment = fields.text(), fields.list(), fields.environment()
        timeout, shown, file_limit, window = fields.u32(), fields.u32(), fields.u64(), fields.u32()
        fields.end()
        if not argv:
            raise Malformed
        if shown > wire.SHOWN_MOST:
            self._link.failed(op, errno.EINVAL, b"limit")
        elif len(self._by_pid) + len(self._streams) >= RUNS_MOST:
            self._link.failed(op, errno.EAGAIN, b"limit")
        else:
            due = now_ms() + timeout if timeout else NEVER
            output = Output(0, 0) if window else Output(shown, file_limit)
            self._start(Run(op, output, due), window, cwd, argv, environment)

    def _start(self, run, window, cwd, argv, environment):
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
            if window:
                stream = self._streams[run.op] = Stream(run, self._link, window)
                stream.start()
        finally:
            for fd in writing:
                os.close(fd)

    def is_running(self, op):
        return op in self._by_op

    def kill(self, op):
        if op in self._by_op:
            self._by_op[op].kill()

    def credit(self, op, more):
        """A run that has ended meanwhile needs none."""
        if op in self._by_op and op not in self._streams:
            raise Malformed
        if op in self._by_op:
            self._streams[op].credit(more)

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
        answer = partial(self._emit, run, -1 if run.timed_out else code)
        if run.op in self._streams:
            self._streams[run.op].finish(answer)
            return
        for drain in run.drains:
            drain.now()
        run.output.close()
        if run.op:
            self._link.answer(answer)
        else:
            run.output = None
        self._linger(run)

    def _emit(self, run, code):
        flags = (TIMED_OUT if run.timed_out else 0) | (SPILLED if run.output.spilled else 0)
        self._link.send(wire.RAN, run.op, u8(flags) + code.to_bytes(4, "big", signed=True) + run.output.fields())
        run.output = None
        if self._streams.pop(run.op, None):
            self._linger(run)
        return True

    def _linger(self, run):
        run.discard()
        self._lingering.append(run)
        self._tidy()
        if len(self._lingering) > LINGERING_MOST:
            self._lingering.pop(0).close()

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
        self._streams = {op: stream for op, stream in self._streams.items() if stream.finishing}
        for run in self._by_pid.values():
            run.op = 0
            run.kill()
            run.discard()
