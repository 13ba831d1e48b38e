"""The fields of a frame, big-endian, and the words of the protocol."""

FRAME_HEAD = 4  # the length field, not counted by itself
FRAME_LEAST = 5  # type and op
FRAME_MOST = (1 << 20) + 4096
CHUNK_MOST = 1 << 20  # file or staged bytes in one frame
STAGED_MOST = 16 << 20  # staged bytes of one op, and of one kernel answer
SHOWN_MOST = 512 << 10  # bytes of one stream that one answer can show
OUTPUT_COST = 64  # of the window, for each OUTPUT beyond its bytes: small pieces take room too while they wait

HELLO, WELCOME, BULK = 0x01, 0x02, 0x0E
LEASE, RUN, EVAL, KILL, READ, WRITE = 0x10, 0x11, 0x12, 0x13, 0x14, 0x15
LIST, STAT, MKDIR, REMOVE, MOVE, PING, CREDIT = 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D
RAN, DATA, DONE, LISTING, STATUS, STARTED, OUTPUT, FAILED = 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0xFF


class Malformed(Exception):
    """What came is no such frame; it ends the connection."""


class Reader:
    """The unread rest of a payload."""

    def __init__(self, payload):
        self._payload = payload
        self._at = 0

    def _take(self, size):
        part = self._payload[self._at : self._at + size]
        if len(part) < size:
            raise Malformed
        self._at += size
        return part

    def u8(self):
        return self._take(1)[0]

    def u32(self):
        return int.from_bytes(self._take(4), "big")

    def u64(self):
        return int.from_bytes(self._take(8), "big")

    def i64(self):
        return int.from_bytes(self._take(8), "big", signed=True)

    def bytes(self):
        return self._take(self.u32())

    def text(self):
        text = self.bytes()
        if b"\0" in text:
            raise Malformed
        return text

    def list(self):
        count = self.u32()
        if count > (len(self._payload) - self._at) // 4:
            raise Malformed
        return [self.text() for _ in range(count)]

    def environment(self):
        """A list of K=V; the last of a name counts."""
        pairs = [assignment.partition(b"=") for assignment in self.list()]
        if not all(name and equals for name, equals, _ in pairs):
            raise Malformed
        return {name: value for name, _, value in pairs}

    def end(self):
        if self._at != len(self._payload):
            raise Malformed


def u8(value):
    return value.to_bytes(1, "big")


def u32(value):
    return value.to_bytes(4, "big")


def u64(value):
    return value.to_bytes(8, "big")


def i64(value):
    return value.to_bytes(8, "big", signed=True)


def string(value):
    return u32(len(value)) + value
