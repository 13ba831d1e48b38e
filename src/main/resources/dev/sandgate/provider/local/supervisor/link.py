"""The link to the server: connecting outward, the greeting, frames in and out, staged bytes, backpressure."""

import errno
import os
import socket
from collections import deque

import wire
from loop import BROKEN, NEVER, READABLE, WRITABLE
from wire import Malformed, Reader, string, u32, u64

CONTROL_SOCKET = "/run/sandgate/control/s"
PROTOCOL_VERSION = 1
RETRY_MS = 200
GREETING_MS = 5000
READ_AT_ONCE = 16 << 10
QUEUE_HIGH = 256 << 10  # from here on no request is read and no waiting answer is written

DOWN, GREETING, UP = range(3)


class Link:
    """Tells `server` of frames, the welcome and the loss of the link. `Malformed` out of any of them drops the link."""

    def __init__(self, loop, secret, server):
        self._loop = loop
        self._secret = secret
        self._server = server
        self._state = DOWN
        self._watch = None
        self._incoming = bytearray()
        self._outgoing = bytearray()
        self._answers = deque()
        self._staging = Staging()
        self._broken = False  # to be dropped at the next tick
        self._unread = False  # whole frames may lie in _incoming
        self._retry_at = 0
        self._greeting_ends = NEVER

    @property
    def greeted(self):
        return self._state == UP

    # ---- out ----

    def send(self, kind, op, payload):
        """Queues a frame; while the link is down it goes nowhere."""
        if self._state == DOWN or self._broken:
            return
        self._outgoing += u32(wire.FRAME_LEAST + len(payload)) + bytes((kind,)) + u32(op)
        self._outgoing += payload

    def done(self, op, value=0):
        self.send(wire.DONE, op, u64(value))

    def failed(self, op, error, stage):
        self.send(wire.FAILED, op, u32(error or errno.EIO) + string(stage))

    def answer(self, emit):
        """Calls `emit`, which sends one frame, as often as there is room in the queue, until it returns true."""
        self._answers.append(emit)

    def _write_answers(self):
        while self._answers and (self._state == DOWN or self._broken or len(self._outgoing) < QUEUE_HIGH):
            if self._answers[0]():
                self._answers.popleft()

    def _flush(self):
        while self._outgoing and not self._broken:
            try:
                sent = os.write(self._watch.fd, self._outgoing)
            except BlockingIOError:
                return
            except OSError:
                self._broken = True
                return
            del self._outgoing[:sent]

    # ---- in ----

    def _ready(self, events):
        if events & READABLE:
            self.receive()
        elif events & BROKEN:
            self._broken = True

    def receive(self):
        """Handles what has already arrived."""
        if self._state == DOWN or self._broken or self._unread:
            return
        try:
            part = os.read(self._watch.fd, self._wanted())
        except BlockingIOError:
            return
        except OSError:
            part = b""
        if not part:
            self._broken = True
            return
        self._incoming += part
        self._parse()

    def _wanted(self):
        if len(self._incoming) < wire.FRAME_HEAD:
            return READ_AT_ONCE
        return max(READ_AT_ONCE, wire.FRAME_HEAD + self._length() - len(self._incoming))

    def _length(self):
        return int.from_bytes(self._incoming[: wire.FRAME_HEAD], "big")

    def _parse(self):
        """Handles the whole frames that have arrived, until the outgoing queue is full."""
        self._unread = False
        while not self._broken and len(self._incoming) >= wire.FRAME_HEAD:
            end = wire.FRAME_HEAD + self._length()
            if not wire.FRAME_LEAST <= end - wire.FRAME_HEAD <= wire.FRAME_MOST:
                self._broken = True
            elif len(self._incoming) < end:
                return
            elif len(self._outgoing) >= QUEUE_HIGH:
                self._unread = True
                return
            else:
                frame = bytes(self._incoming[wire.FRAME_HEAD : end])
                del self._incoming[:end]
                self._handle(frame)

    def _handle(self, frame):
        try:
            self._dispatch(frame[0], int.from_bytes(frame[1:5], "big"), frame[wire.FRAME_LEAST :])
        except (Malformed, MemoryError):
            self._broken = True

    def _dispatch(self, kind, op, payload):
        if self._state == GREETING:
            self._welcome(kind, op, Reader(payload))
        elif kind == wire.BULK:
            self._staging.add(op, payload)
        else:
            staged = self._staging.take(op)
            if staged is None:
                self.failed(op, errno.ENOBUFS, b"limit")
            else:
                self._server.frame(kind, op, Reader(payload), staged)

    def _welcome(self, kind, op, payload):
        if kind != wire.WELCOME or op != 0:
            raise Malformed
        deadline, orphan = payload.i64(), payload.u32()
        payload.end()
        self._state = UP
        self._server.welcomed(deadline, orphan)

    # ---- life ----

    def _drop(self, now):
        self._watch.close()
        was_up = self._state == UP
        self._state = DOWN
        self._incoming.clear()
        self._outgoing.clear()
        self._staging = Staging()
        self._broken = self._unread = False
        self._retry_at = now + RETRY_MS
        if was_up:
            self._server.lost()

    def _try_connect(self, now):
        self._retry_at = now + RETRY_MS
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
                connection.setblocking(False)
                connection.connect(CONTROL_SOCKET)
                self._watch = self._loop.watch(connection.detach(), READABLE, self._ready)
        except OSError:
            return
        self._state = GREETING
        self._greeting_ends = now + GREETING_MS
        self.send(wire.HELLO, 0, PROTOCOL_VERSION.to_bytes(2, "big") + string(self._secret))

    def tick(self, now):
        """Connects when due, gives up a greeting that takes too long, sends what waits; returns when to call again."""
        if self._state == GREETING and now >= self._greeting_ends:
            self._broken = True
        if self._broken:
            self._drop(now)
        if self._state == DOWN and now >= self._retry_at:
            self._try_connect(now)
        self._write_answers()
        if self._state == DOWN:
            return self._retry_at
        self._flush()
        while self._unread and not self._broken and len(self._outgoing) < QUEUE_HIGH:
            self._parse()
            self._write_answers()
            self._flush()
        self._watch.want((0 if self._unread else READABLE) | (WRITABLE if self._outgoing else 0))
        if self._broken or (self._answers and len(self._outgoing) < QUEUE_HIGH):
            return now
        return self._greeting_ends if self._state == GREETING else NEVER


class Staging:
    """Bytes that BULK frames bring ahead of the request that uses them, by op."""

    ALL_MOST = 64 << 20
    OPS_MOST = 4096

    def __init__(self):
        self._held = 0
        self._ops = {}  # op to its bytes, or to None when they were dropped for lack of room

    def add(self, op, part):
        if op == 0 or (op not in self._ops and len(self._ops) == self.OPS_MOST):
            raise Malformed
        staged = self._ops.setdefault(op, bytearray())
        if staged is None:
            return
        if len(staged) + len(part) > wire.STAGED_MOST:
            raise Malformed
        if self._held + len(part) > self.ALL_MOST:
            self._held -= len(staged)
            self._ops[op] = None
        else:
            staged += part
            self._held += len(part)

    def take(self, op):
        """The op's bytes; None when they were dropped."""
        staged = self._ops.pop(op, b"")
        self._held -= len(staged or b"")
        return staged
