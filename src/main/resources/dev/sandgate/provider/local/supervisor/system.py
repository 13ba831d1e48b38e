"""System calls that the os module lacks."""

import ctypes
import os

_PR_SET_DUMPABLE = 4
_PR_CAPBSET_DROP = 24
_PR_SET_NO_NEW_PRIVS = 38
_SYS_CLOSE_RANGE = 436  # the same on every architecture
_M_TRIM_THRESHOLD = -1
_M_MMAP_THRESHOLD = -3
_PROC_SUPER_MAGIC = 0x9FA0

_libc = ctypes.CDLL(None, use_errno=True)
_libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
_libc.syscall.argtypes = [ctypes.c_long] * 4
_libc.syscall.restype = ctypes.c_long


def _checked(result):
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))


def turn_undumpable():
    _checked(_libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0))


def set_no_new_privileges():
    _checked(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))


def drop_from_bounding_set(capability):
    _checked(_libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0))


def close_from(first):
    """Closes every descriptor from `first` on."""
    _checked(_libc.syscall(_SYS_CLOSE_RANGE, first, 0xFFFFFFFF, 0))


def is_proc(fd):
    """Whether the descriptor is of procfs; true when that cannot be told."""
    status = ctypes.create_string_buffer(256)
    if _libc.fstatfs(fd, status) < 0:
        return True
    return int.from_bytes(status.raw[:8], "little") == _PROC_SUPER_MAGIC


def give_memory_back():
    """Freed large blocks go back to the kernel at once, where the C library can do that."""
    mallopt = getattr(_libc, "mallopt", None)
    if mallopt:
        mallopt(_M_MMAP_THRESHOLD, 64 << 10)
        mallopt(_M_TRIM_THRESHOLD, 64 << 10)
