"""A configuration record on a pipe, and the resource limits in it.

A record is a u32 length (big-endian) and that many bytes of NUL-terminated `key=value`. Exactly these are read, so that another
record may follow.
"""

import os
import resource

INFINITY = resource.RLIM_INFINITY

_LIMITS = {
    b"as": resource.RLIMIT_AS,
    b"core": resource.RLIMIT_CORE,
    b"cpu": resource.RLIMIT_CPU,
    b"data": resource.RLIMIT_DATA,
    b"fsize": resource.RLIMIT_FSIZE,
    b"locks": 10,
    b"memlock": resource.RLIMIT_MEMLOCK,
    b"msgqueue": resource.RLIMIT_MSGQUEUE,
    b"nofile": resource.RLIMIT_NOFILE,
    b"nproc": resource.RLIMIT_NPROC,
    b"rtprio": resource.RLIMIT_RTPRIO,
    b"sigpending": resource.RLIMIT_SIGPENDING,
    b"stack": resource.RLIMIT_STACK,
}


class Defect(Exception):
    """A start that cannot go on; its text is one line for the operator."""


class Record:
    """The values of each key, in their order."""

    def __init__(self, fd, most, keys):
        size = int.from_bytes(_read_exactly(fd, 4), "big")
        if not 0 < size <= most:
            raise Defect("the configuration has an impossible length")
        text = _read_exactly(fd, size)
        if text[-1] != 0:
            raise Defect("the configuration does not end in NUL")
        self._values = {}
        for entry in text[:-1].split(b"\0"):
            key, _, value = entry.partition(b"=")
            if key not in keys:
                raise Defect("the configuration has an unknown key")
            self._values.setdefault(key, []).append(value)

    def all(self, key):
        return self._values.get(key, [])

    def one(self, key):
        """The last value, or None."""
        return self._values.get(key, [None])[-1]

    def number(self, key, low, high, default=None):
        text = self.one(key)
        if text is None:
            return default
        digits = text[1:] if text.startswith(b"-") else text
        if not digits.isdigit() or not low <= int(text) <= high:
            raise Defect(key.decode() + ": not a number in its range")
        return int(text)

    def limits(self):
        return [_limit(text) for text in self.all(b"rlimit")]


def _read_exactly(fd, size):
    parts = bytearray()
    while len(parts) < size:
        part = os.read(fd, size - len(parts))
        if not part:
            raise Defect("the configuration ends too early")
        parts += part
    return bytes(parts)


def _limit(text):
    name, _, value = text.partition(b":")
    if name not in _LIMITS or not (value == b"unlimited" or value.isdigit()):
        raise Defect("rlimit: unknown name or no number")
    return _LIMITS[name], INFINITY if value == b"unlimited" else int(value)


def apply_limit(kind, value):
    """Sets soft and hard limit of this process, never above the hard limit it has."""
    hard = resource.getrlimit(kind)[1]
    if hard != INFINITY and (value == INFINITY or value > hard):
        value = hard
    resource.setrlimit(kind, (value, value))
