"""EVAL: interpreters that stay alive between calls. Requests go in by stdin, answers come out by descriptor 3, one at a time."""

import errno
import os
import signal

import wire
from child import SpawnFailure, exit_code, kill_group
from loop import BROKEN, NEVER, READABLE, WRITABLE, now_ms
from output import Drain, Output
from wire import Malformed, u8, u32

KERNELS_MOST = 16
NAME_MOST = 64
GRACE_MS = 1000
AGAIN_MS = 200  # an interpreter loses a SIGINT that comes before its code has begun or, in bash, as a child ends
CATCHES_MS = 20
DEATH_MS = 2000
READ_AT_ONCE = 64 << 10
TIMED_OUT, SPILLED, DIED, STARTED = 1, 2, 4, 8

IDLE, WORKING, INTERRUPTED, DYING = range(4)


class Call:
    """One EVAL: what came of it so far, and then its answer in frames."""

    def __init__(self, link, op, output):
        self._link = link
        self._output = output
        self._sent = 0
        self.op = op  # 0: nobody waits
        self.flags = 0
        self.response = bytearray()  # length and bytes, as far as they have come
        self.exit_code = 0
        self.answering = False

    def answer(self):
        self._output.close()
        self.response = self.response[wire.FRAME_HEAD :]
        if self.op:
            self.answering = True
            self._link.answer(self._emit)

    def _emit(self):
        part = bytes(self.response[self._sent : self._sent + wire.CHUNK_MOST])
        if part:
            self._link.send(wire.BULK, self.op, part)
            self._sent += len(part)
            return False
        flags = self.flags | (SPILLED if self._output.spilled else 0)
        code = self.exit_code.to_bytes(4, "big", signed=True)
        self._link.send(wire.RAN, self.op, u8(flags) + code + self._output.fields())
        self.answering = False
        self.response = self._output = None
        return True


class Kernel:
    """
    One interpreter by name. All that comes from the process is hostile: a wrong length, an answer nobody asked for or a closed pipe
    ends it.
    """

    def __init__(self, loop):
        self._loop = loop
        self._request = bytearray()  # what it has still to read
        self._requests = self._responses = None
        self._drains = []
        self._state = IDLE
        self._grace = NEVER  # when it is INTERRUPTED: the end of that
        self.pid = 0  # 0: not running
        self.call = None  # the last one, until another begins
        self.working = False  # on that call
        self.due = NEVER

    @property
    def busy(self):
        return self.working or self._state == DYING or (self.call is not None and self.call.answering)

    # ---- start ----

    def start(self, nursery, cwd, argv, environment):
        self._requests = self._responses = None
        self._drains = []
        theirs = []
        try:
            self._requests = self._pipe(theirs, writing=True)
            for which in (0, 1):
                drain = Drain(self._loop, None, which, lambda: None)
                theirs.append(drain.writing)
                self._drains.append(drain)
            self._responses = self._pipe(theirs, writing=False)
            self.pid = nursery.spawn(cwd, argv, environment, theirs)
            self._state = IDLE
        except OSError as failure:
            self._close_pipes()
            raise SpawnFailure(failure.errno, b"limit") from None
        except SpawnFailure:
            self._close_pipes()
            raise
        finally:
            for fd in theirs:
                os.close(fd)

    def _pipe(self, theirs, writing):
        """A pipe of which we watch one end; the other one is added to `theirs`."""
        ends = os.pipe()
        ours, other = ends[writing], ends[not writing]
        theirs.append(other)
        os.set_blocking(ours, False)
        if writing:
            return self._loop.watch(ours, 0, self._send_request)
        return self._loop.watch(ours, READABLE, self._receive_response)

    def _close_pipes(self):
        for pipe in (self._requests, self._responses, *self._drains):
            if pipe:
                pipe.close()
        self._request.clear()

    # ---- a call ----

    def begin(self, call, output, timeout, request):
        self.call = call
        self.working = True
        self._state = WORKING
        self.due = now_ms() + timeout if timeout else NEVER
        for drain in self._drains:
            drain.now()  # what came since the last call belongs to none
            drain.output = output
        self._request = bytearray(u32(len(request))) + request
        self._send_request(0)

    def _send_request(self, events):
        try:
            if self._request:
                del self._request[: os.write(self._requests.fd, self._request)]
            elif events & BROKEN:
                self.kill()
        except BlockingIOError:
            pass
        except OSError:
            self.kill()
        if self._state == DYING:
            self._requests.close()  # a broken pipe would be reported for ever
        else:
            self._requests.want(WRITABLE if self._request else 0)

    def _receive_response(self, _events):
        """Reads no further than the end of one response, so that what follows it is noticed as unasked for."""
        response = self.call.response if self.working else bytearray()
        try:
            part = os.read(self._responses.fd, min(self._missing(response), READ_AT_ONCE))
        except BlockingIOError:
            return
        except OSError:
            part = b""
        response += part
        if not part or not self.working or self._missing(response) > wire.FRAME_HEAD + wire.STAGED_MOST:
            self._responses.close()
            self.kill()
        elif self._missing(response) == 0 and self._state != DYING:
            code = 128 + signal.SIGINT if self._state == INTERRUPTED else 0
            self._state = IDLE
            self.due = NEVER
            self._finish(code)

    @staticmethod
    def _missing(response):
        """How many bytes at least are still to come."""
        if len(response) < wire.FRAME_HEAD:
            return wire.FRAME_HEAD - len(response)
        length = int.from_bytes(response[: wire.FRAME_HEAD], "big")
        if length > wire.STAGED_MOST:
            return NEVER
        return wire.FRAME_HEAD + length - len(response)

    def _finish(self, code):
        """The call is over, with a response or without one."""
        for drain in self._drains:
            drain.now()
            drain.output = None
        self.working = False
        self.call.exit_code = -1 if self.call.flags & TIMED_OUT else code
        self.call.answer()

    # ---- the rest of its life ----

    def interrupt(self):
        """The interpreter has a second to answer before it is killed."""
        if self._state == WORKING:
            self._state = INTERRUPTED
            self._grace = now_ms() + GRACE_MS
            self._send_interrupt()

    def _send_interrupt(self):
        now = catches_interrupts(self.pid)
        if now:
            kill_group(self.pid, signal.SIGINT)
        self.due = min(now_ms() + (AGAIN_MS if now else CATCHES_MS), self._grace)

    def kill(self):
        if self._state != DYING and self.pid:
            kill_group(self.pid, signal.SIGKILL)
            self._state = DYING
            self.due = now_ms() + DEATH_MS

    def gone(self, code):
        self.pid = 0
        self.due = NEVER
        self._state = IDLE
        if self.working:
            self.call.flags |= DIED
            self.call.response.clear()
            self._finish(code)
        self._close_pipes()

    def overdue(self):
        if self._state == WORKING:
            self.call.flags |= TIMED_OUT
            self.interrupt()
        elif self._state == INTERRUPTED and now_ms() < self._grace:
            self._send_interrupt()
        elif self._state == INTERRUPTED:
            self.kill()
        else:
            self.gone(128 + signal.SIGKILL)


def catches_interrupts(pid):
    """Not yet while it starts, and no more while bash replaces itself after the first: SIGINT would be its death then."""
    try:
        with open("/proc/%d/status" % pid, "rb") as status:
            caught = status.read().partition(b"\nSigCgt:")[2].split()[0]
    except (OSError, IndexError):
        return True
    return bool(int(caught, 16) >> (signal.SIGINT - 1) & 1)


class Kernels:
    def __init__(self, loop, link, nursery):
        self._loop = loop
        self._link = link
        self._nursery = nursery
        self._kernels = {}

    def request(self, op, fields, staged):
        name, argv, environment, cwd = fields.text(), fields.list(), fields.environment(), fields.text()
        timeout, shown, file_limit = fields.u32(), fields.u32(), fields.u64()
        fields.end()
        if not 0 < len(name) <= NAME_MOST or not argv:
            raise Malformed
        if shown > wire.SHOWN_MOST:
            self._link.failed(op, errno.EINVAL, b"limit")
            return
        if name not in self._kernels and len(self._kernels) == KERNELS_MOST:
            self._link.failed(op, errno.EAGAIN, b"limit")
            return
        kernel = self._kernels.setdefault(name, Kernel(self._loop))
        if kernel.busy:
            self._link.failed(op, errno.EBUSY, b"kernel")
            return
        output = Output(shown, file_limit)
        call = Call(self._link, op, output)
        try:
            if not kernel.pid:
                kernel.start(self._nursery, cwd, argv, environment)
                call.flags = STARTED
        except SpawnFailure as failure:
            self._link.failed(op, failure.error, failure.stage)
        else:
            kernel.begin(call, output, timeout, staged)

    def _find(self, op):
        for kernel in self._kernels.values():
            if kernel.call and kernel.call.op == op and (kernel.working or kernel.call.answering):
                return kernel
        return None

    def is_running(self, op):
        return self._find(op) is not None

    def interrupt(self, op):
        kernel = self._find(op)
        if kernel:
            kernel.interrupt()

    def reaped(self, pid, status):
        """True when the pid was an interpreter."""
        for kernel in self._kernels.values():
            if kernel.pid == pid:
                kernel.gone(exit_code(status))
                return True
        return False

    def tick(self, now):
        for kernel in self._kernels.values():
            if kernel.due <= now:
                kernel.overdue()
        return min((kernel.due for kernel in self._kernels.values()), default=NEVER)

    def drop_all(self):
        for kernel in self._kernels.values():
            if kernel.working:
                kernel.call.op = 0
                kernel.interrupt()
