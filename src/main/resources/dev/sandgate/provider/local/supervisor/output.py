"""What a program printed: true counts, the first and last bytes of each stream, the whole in a spill file when it is long."""

import fcntl
import os

from loop import ONCE, READABLE
from wire import string, u64

SPILL_DIRECTORY = b"/tmp/.sandgate"
SPILLS_KEPT = 4
SEGMENTS_MOST = 64 << 10
PORTION = 64 << 10
FIONREAD = 0x541B


class Stream:
    """Its first shown/2 bytes and the last of the rest; all of it while no more than `shown` have come."""

    def __init__(self, shown):
        self._shown = shown
        self._half = shown // 2
        self._head = bytearray()
        self._rest = bytearray()
        self.total = 0

    def take(self, part):
        self.total += len(part)
        missing = self._half - len(self._head)
        if missing > 0:
            self._head += part[:missing]
            part = part[missing:]
        self._rest += part
        surplus = len(self._rest) - (self._shown - self._half)
        if surplus > 0:
            del self._rest[:surplus]

    def everything(self):
        """Before more than `shown` have come."""
        return bytes(self._head + self._rest)

    def ends(self):
        """Head and tail."""
        if self.total <= self._shown:
            return self.everything(), b""
        return bytes(self._head), bytes(self._rest[len(self._rest) - self._half :])


class Spill:
    """The spill files of the sandbox, of which only the newest stay."""

    newest = 0

    @classmethod
    def open(cls):
        """A new file's number and descriptor. User code writes to that directory too: what is no plain one there is an OSError."""
        try:
            os.mkdir(SPILL_DIRECTORY, 0o700)
        except OSError:
            pass  # there already, or else what follows fails
        directory = cls._directory()
        try:
            cls.newest += 1
            # O_EXCL: never through a link, never into a pipe, never over what lies there.
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
            fd = os.open(cls._name(cls.newest), flags, 0o600, dir_fd=directory)
            cls._forget(cls.newest - SPILLS_KEPT, directory)
            return cls.newest, fd
        finally:
            os.close(directory)

    @classmethod
    def drop(cls, number):
        """An empty file would only promise what there is not."""
        try:
            directory = cls._directory()
        except OSError:
            return
        try:
            cls._forget(number, directory)
        finally:
            os.close(directory)

    @staticmethod
    def _directory():
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_NOCTTY | os.O_NONBLOCK
        return os.open(SPILL_DIRECTORY, flags)

    @classmethod
    def _forget(cls, number, directory):
        try:
            if number > 0:
                os.unlink(cls._name(number), dir_fd=directory)
        except OSError:
            pass  # user code was faster

    @staticmethod
    def _name(number):
        return b"output-%d.txt" % number

    @classmethod
    def path(cls, number):
        """Empty when there is none, or no longer."""
        if number == 0 or cls.newest - number >= SPILLS_KEPT:
            return b""
        return SPILL_DIRECTORY + b"/" + cls._name(number)


class Output:
    def __init__(self, shown, file_limit):
        self._shown = shown
        self._streams = (Stream(shown), Stream(shown))
        self._segments = []  # [stream, size]: who printed how much in which order, as long as there is no spill file
        self._file_left = file_limit
        self._spilled = 0  # bytes in the file
        self._spill_tried = file_limit == 0
        self._spill_number = 0
        self._spill_fd = -1

    def take(self, which, part):
        stream = self._streams[which]
        if not self._spill_tried and stream.total + len(part) > self._shown:
            self._spill_tried = True
            self._open_spill()
        if self._spill_fd >= 0:
            self._spill(part)
        elif not self._spill_tried:
            self._note(which, len(part))
        stream.take(part)

    def _note(self, which, size):
        if self._segments and self._segments[-1][0] == which:
            self._segments[-1][1] += size
        elif len(self._segments) == SEGMENTS_MOST:
            self._segments[-2][1] += size  # the last of the other stream is of this one
        else:
            self._segments.append([which, size])

    def _open_spill(self):
        try:
            self._spill_number, self._spill_fd = Spill.open()
        except OSError:
            return
        texts, at = [stream.everything() for stream in self._streams], [0, 0]
        for which, size in self._segments:
            self._spill(texts[which][at[which] : at[which] + size])
            at[which] += size
        self._segments.clear()

    def _spill(self, part):
        while part and self._spill_fd >= 0:
            part = part[: self._file_left]
            try:
                written = os.write(self._spill_fd, part)
            except OSError:
                written = 0
            if written == 0:  # full: the file stops, the program goes on
                self.close()
                if self._spilled == 0:
                    Spill.drop(self._spill_number)
                    self._spill_number = 0
                return
            self._spilled += written
            self._file_left -= written
            part = part[written:]

    @property
    def spilled(self):
        return bool(Spill.path(self._spill_number))

    def fields(self):
        """The fields of RAN that follow the exit code."""
        counts = b"".join(u64(stream.total) for stream in self._streams)
        ends = b"".join(string(end) for stream in self._streams for end in stream.ends())
        return counts + ends + string(Spill.path(self._spill_number))

    def close(self):
        if self._spill_fd >= 0:
            os.close(self._spill_fd)
            self._spill_fd = -1


class Drain:
    """
    The reading end of a pipe that carries stream `which` of `output`; with no output it is read and discarded. It is read as soon as
    there is something, unless it `offers`: then its owner is told so, once after each `wait`, and reads when it can.
    """

    def __init__(self, loop, output, which, ended):
        reading, self.writing = os.pipe()
        os.set_blocking(reading, False)
        self._which = which
        self._ended = ended
        self.output = output
        self.offers = None
        try:
            self._watch = loop.watch(reading, READABLE, self._readable)
        except OSError:
            os.close(self.writing)
            raise

    @property
    def open(self):
        return self._watch.open

    def close(self):
        self._watch.close()

    def wait(self):
        """Lets it offer (again)."""
        self._watch.want(READABLE | ONCE)

    def _readable(self, _events):
        if self.offers:
            self.offers(self._which)
        else:
            self.read(PORTION)

    def read(self, most):
        """A portion of at most so many bytes, empty when there is none; closes at the end of the pipe."""
        if not self.open:
            return b""
        try:
            part = os.read(self._watch.fd, min(most, PORTION))
        except BlockingIOError:
            return b""
        except OSError:
            part = b""
        if not part:
            self.close()
            self._ended()
        elif self.output:
            self.output.take(self._which, part)
        return part

    @property
    def held(self):
        """How much is in the pipe at this moment."""
        return int.from_bytes(fcntl.ioctl(self._watch.fd, FIONREAD, bytes(4)), "little") if self.open else 0

    def now(self):
        """Reads what is in the pipe at this moment, and no more."""
        left = self.held
        while left > 0:
            part = self.read(left)
            if not part:
                return
            left -= len(part)

    def discard(self):
        """From now on what comes belongs to none."""
        self.output = None
        self.offers = None
        self._watch.want(READABLE)
