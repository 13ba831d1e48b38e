"""File work that may take long, in a process of its own: removing a tree, moving a file to another file system."""

import errno
import os
import signal
import stat

from child import fork_worker
from loop import NEVER, now_ms

WORKERS_MOST = 16
PATIENCE_MS = 120_000
DEPTH_MOST = 64  # a deeper directory is first moved up into the root of the tree: we have neither descriptors nor stack for it
PASSES_MOST = 1 << 20
NAMES_TRIED = 1000


class Worker:
    def __init__(self, op):
        self.op = op  # 0: nobody waits
        self.due = now_ms() + PATIENCE_MS
        self.late = False


class Workers:
    def __init__(self, link):
        self._link = link
        self._by_pid = {}

    def start(self, op, work):
        """`work` is done in a fork; DONE or FAILED when it is over."""
        if len(self._by_pid) == WORKERS_MOST:
            self._link.failed(op, errno.EAGAIN, b"limit")
            return
        try:
            pid = fork_worker(work)
        except OSError as failure:
            self._link.failed(op, failure.errno, b"limit")
        else:
            self._by_pid[pid] = Worker(op)

    def _find(self, op):
        return next((pid for pid, worker in self._by_pid.items() if worker.op == op), None)

    def is_running(self, op):
        return self._find(op) is not None

    def kill(self, op):
        pid = self._find(op)
        if pid:
            os.kill(pid, signal.SIGKILL)

    def reaped(self, pid, status):
        worker = self._by_pid.pop(pid, None)
        if not worker or not worker.op:
            return
        if os.WIFEXITED(status):
            error = os.WEXITSTATUS(status)
        else:
            error = errno.ETIMEDOUT if worker.late else errno.EINTR
        if error:
            self._link.failed(worker.op, error, b"path")
        else:
            self._link.done(worker.op)

    def tick(self, now):
        for pid, worker in self._by_pid.items():
            if worker.due <= now:
                worker.late = True
                worker.due = NEVER
                os.kill(pid, signal.SIGKILL)
        return min((worker.due for worker in self._by_pid.values()), default=NEVER)

    def drop_all(self):
        for pid, worker in self._by_pid.items():
            worker.op = 0
            os.kill(pid, signal.SIGKILL)


def remove(path):
    """Removes a directory and everything in it, following no link."""
    root = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_NONBLOCK)
    for _ in range(PASSES_MOST):
        try:
            os.rmdir(path)
            return
        except FileNotFoundError:
            return
        except OSError as failure:
            if not _is_full(failure):
                raise
        _empty(root, root, 0)
    raise OSError(errno.EBUSY, "")


def _is_full(failure):
    return failure.errno in (errno.ENOTEMPTY, errno.EEXIST)


def _empty(root, directory, depth):
    with os.scandir(directory) as entries:
        for entry in entries:
            _remove_entry(root, directory, os.fsencode(entry.name), depth)


def _remove_entry(root, parent, name, depth):
    try:
        os.unlink(name, dir_fd=parent)
        return
    except FileNotFoundError:
        return
    except IsADirectoryError:
        pass
    if _rmdir(parent, name):
        return
    if depth == DEPTH_MOST:
        _lift(root, parent, name)
        return
    directory = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=parent)
    try:
        _empty(root, directory, depth + 1)
    finally:
        os.close(directory)
    if not _rmdir(parent, name):
        raise OSError(errno.ENOTEMPTY, "")


def _rmdir(parent, name):
    """False when there is something in it."""
    try:
        os.rmdir(name, dir_fd=parent)
    except FileNotFoundError:
        pass
    except OSError as failure:
        if not _is_full(failure):
            raise
        return False
    return True


def _lift(root, parent, name):
    """A rename can hit nothing but an empty directory, which is to go anyway."""
    for number in range(NAMES_TRIED):
        try:
            os.rename(name, b".removing-%d-%d" % (now_ms(), number), src_dir_fd=parent, dst_dir_fd=root)
            return
        except OSError as failure:
            if failure.errno not in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR):
                raise
    raise OSError(errno.EEXIST, "")


def move(path, target):
    """Copies a regular file next to `target`, renames the copy onto it and removes `path`."""
    source = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY)
    status = os.fstat(source)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EXDEV, "")
    try:
        mode = os.stat(target).st_mode
    except OSError:
        mode = status.st_mode
    beside = target + b".moving-%d" % os.getpid()
    copy = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    try:
        left = status.st_size
        while left > 0:
            count = os.sendfile(copy, source, None, min(left, 1 << 20))
            left = left - count if count else 0
        os.fchmod(copy, stat.S_IMODE(mode))
        os.rename(beside, target)
    except OSError:
        os.unlink(beside)
        raise
    os.unlink(path)
