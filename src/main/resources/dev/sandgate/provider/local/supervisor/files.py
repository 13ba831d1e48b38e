"""File operations on behalf of the server. They never wait: opens are non-blocking, only regular files are read and written."""

import errno
import heapq
import os
import stat

import system
import tree
import wire
from wire import Malformed, i64, string, u8, u32, u64

CREATE, TRUNCATE, PARENTS, EXCLUSIVE, ALL_FLAGS = 1, 2, 4, 8, 15
OFFSET_MOST = (1 << 63) - 1
PATH_MOST = 4096
LINKS_MOST = 40
LISTED_MOST = 10_000
SCANNED_MOST = 200_000  # a directory with a million names must not hold up everything else
LISTING_BYTES_MOST = 1 << 20
ENTRY_BYTES = 4 + 1 + 8 + 8


class Files:
    def __init__(self, link, workers):
        self._link = link
        self._workers = workers
        self._requests = {
            wire.READ: self._read,
            wire.WRITE: self._write,
            wire.LIST: self._list,
            wire.STAT: self._stat,
            wire.MKDIR: self._make,
            wire.REMOVE: self._remove,
            wire.MOVE: self._move,
        }

    def request(self, kind, op, fields):
        if kind not in self._requests:
            raise Malformed
        try:
            self._requests[kind](op, fields)
        except OSError as failure:
            self._link.failed(op, failure.errno, b"path")

    def _read(self, op, fields):
        path, offset, length = fields.text(), fields.u64(), fields.u32()
        fields.end()
        if length > wire.CHUNK_MOST or offset > OFFSET_MOST:
            self._link.failed(op, errno.EINVAL, b"limit")
            return
        fd, size = _open_regular(path, os.O_RDONLY)
        try:
            part = os.pread(fd, length, offset)
        finally:
            os.close(fd)
        self._link.send(wire.DATA, op, u64(size) + string(part))

    def _write(self, op, fields):
        path, offset, flags, part = fields.text(), fields.u64(), fields.u8(), fields.bytes()
        fields.end()
        if flags & ~ALL_FLAGS:
            raise Malformed
        if len(part) > wire.CHUNK_MOST or offset > OFFSET_MOST - wire.CHUNK_MOST:
            self._link.failed(op, errno.EINVAL, b"limit")
            return
        if flags & PARENTS:
            _make_parents(path)
        how = os.O_CREAT if flags & (CREATE | EXCLUSIVE) else 0
        how |= os.O_EXCL if flags & EXCLUSIVE else 0
        fd, size = _open_regular(path, os.O_WRONLY | how)
        try:
            if flags & TRUNCATE and size > 0:
                os.ftruncate(fd, 0)
            while part:
                count = os.pwrite(fd, part, offset)
                offset += count
                part = part[count:]
            size = os.fstat(fd).st_size
        finally:
            os.close(fd)
        self._link.done(op, size)

    def _stat(self, op, fields):
        path = fields.text()
        fields.end()
        try:
            status = os.lstat(path)
        except (FileNotFoundError, NotADirectoryError):
            self._link.send(wire.STATUS, op, b"-" + u64(0) + i64(0) + u32(0))
        else:
            self._link.send(wire.STATUS, op, _status(status) + u32(status.st_mode))

    def _list(self, op, fields):
        path, limit = fields.text(), fields.u32()
        fields.end()
        directory = os.open(path or b".", os.O_RDONLY | os.O_DIRECTORY | os.O_NONBLOCK | os.O_NOCTTY)
        try:
            names, truncated = _names(directory, min(limit, LISTED_MOST))
            entries = b"".join(_entry(directory, name) for name in names)
        finally:
            os.close(directory)
        self._link.send(wire.LISTING, op, u8(truncated) + u32(len(names)) + entries)

    def _make(self, op, fields):
        path = fields.text()
        fields.end()
        _make_parents(path)
        try:
            os.mkdir(path, 0o755)
        except OSError as failure:
            _accept_directory(path, failure)
        self._link.done(op)

    def _remove(self, op, fields):
        path = fields.text()
        fields.end()
        try:
            _remove_one(path)
        except OSError as failure:
            if failure.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
            self._workers.start(op, lambda: tree.remove(path))
        else:
            self._link.done(op)

    def _move(self, op, fields):
        path, target = fields.text(), fields.text()
        fields.end()
        target = _follow_last(target)
        try:
            _rename(path, target)
        except OSError as failure:
            if failure.errno != errno.EXDEV:
                raise
            self._workers.start(op, lambda: tree.move(path, target))
        else:
            self._link.done(op)


def _fail(error):
    raise OSError(error, os.strerror(error))


def _open_regular(path, flags):
    """The descriptor of a regular file and its size. A pipe, a device or a leased file makes nobody wait."""
    fd = os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC, 0o644)
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode):
            _fail(errno.EISDIR if stat.S_ISDIR(status.st_mode) else errno.EINVAL)
        # In /proc, "self" is pid 1: what a program may not do to us must not be done by asking us to write a file.
        if flags & os.O_WRONLY and system.is_proc(fd):
            _fail(errno.EACCES)
        return fd, status.st_size
    except OSError:
        os.close(fd)
        raise


def _make_parents(path):
    if len(path) >= PATH_MOST:
        _fail(errno.ENAMETOOLONG)
    at = path.find(b"/", 1)
    while at > 0:
        if path[at - 1 : at] != b"/":
            try:
                os.mkdir(path[:at], 0o755)
            except FileExistsError:
                pass
        at = path.find(b"/", at + 1)


def _accept_directory(path, failure):
    """Is it there already, as a directory? Then the failure to make it is none."""
    try:
        status = os.stat(path)
    except OSError as other:
        raise other if failure.errno == errno.EEXIST else failure from None
    if not stat.S_ISDIR(status.st_mode):
        _fail(errno.ENOTDIR if failure.errno == errno.EEXIST else failure.errno)


def _remove_one(path):
    try:
        os.unlink(path)
    except IsADirectoryError:
        os.rmdir(path)


def _follow_last(path):
    """Where a file would be written: follows symlinks at the end of the path."""
    for _ in range(LINKS_MOST):
        if len(path) >= PATH_MOST:
            _fail(errno.ENAMETOOLONG)
        try:
            target = os.readlink(path)
        except OSError as failure:
            if failure.errno in (errno.EINVAL, errno.ENOENT):
                return path
            raise
        path = os.path.join(os.path.dirname(path), target)
    return _fail(errno.ELOOP)


def _rename(path, target):
    source = os.lstat(path)
    try:
        existing = os.stat(target)
    except OSError:
        pass  # then there is none; whatever else is wrong, rename says it too
    else:
        if not stat.S_ISREG(existing.st_mode):
            _fail(errno.EISDIR if stat.S_ISDIR(existing.st_mode) else errno.EINVAL)
        if stat.S_ISREG(source.st_mode):
            os.chmod(path, stat.S_IMODE(existing.st_mode))
    os.rename(path, target)


# ---- listing ----


def _names(directory, limit):
    """The first names by their bytes, as many as fit, and whether there are more."""
    seen = 0

    def scan():
        nonlocal seen
        with os.scandir(directory) as entries:
            for entry in entries:
                seen += 1
                if seen > SCANNED_MOST:
                    return
                yield os.fsencode(entry.name)

    names = heapq.nsmallest(limit, scan())
    if limit == 0:
        seen = sum(1 for _ in scan())
    size = count = 0
    for name in names:
        size += ENTRY_BYTES + len(name)
        if size > LISTING_BYTES_MOST:
            break
        count += 1
    return names[:count], seen > count


def _entry(directory, name):
    try:
        return string(name) + _status(os.stat(name, dir_fd=directory, follow_symlinks=False))
    except OSError:
        return string(name) + b"o" + u64(0) + i64(0)  # gone meanwhile


def _status(status):
    """Kind, size and time."""
    kind = {stat.S_IFREG: b"f", stat.S_IFDIR: b"d", stat.S_IFLNK: b"l"}.get(stat.S_IFMT(status.st_mode), b"o")
    return kind + u64(status.st_size) + i64(status.st_mtime_ns // 1_000_000)
