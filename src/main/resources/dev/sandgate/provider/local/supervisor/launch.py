"""Launch mode: joins the sandbox's control groups, gives up every right, and becomes bubblewrap.

Keys: join=<cgroup.procs>* uid= gid= rlimit=<name>:<n>* bwrap=<path> arg=<bubblewrap argument>* cmd=<what runs inside>*.
"""

import errno
import fcntl
import os
import signal

import seccomp
import system
from record import Defect, Record, apply_limit

CONFIGURATION_MOST = 256 << 10
KEYS = (b"join", b"uid", b"gid", b"rlimit", b"bwrap", b"arg", b"cmd")
ARGUMENTS_FD, FILTER_FD, INFO_FD, FIRST_FREE_FD = 3, 4, 5, 6


def launch():
    record = Record(0, CONFIGURATION_MOST, KEYS)
    _reset_signals()
    try:
        os.setsid()
    except PermissionError:
        pass  # we lead a group already, which is as good
    for procs in record.all(b"join"):
        _join_cgroup(procs)
    os.chdir("/")
    bwrap, command = record.all(b"bwrap"), record.all(b"cmd")
    if len(bwrap) != 1 or not command:
        raise Defect("the configuration needs bwrap once and cmd")
    limits = record.limits()
    code = _memfd("filter", seccomp.program())
    arguments = _memfd("arguments", _arguments(record))
    _drop_rights(record)
    _arrange_descriptors(arguments, code)
    for kind, value in limits:
        apply_limit(kind, value)
    os.execve(bwrap[0], [bwrap[0], b"--args", b"%d" % ARGUMENTS_FD, b"--", *command], {})


def _reset_signals():
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])


def _join_cgroup(procs):
    fd = os.open(procs, os.O_WRONLY | os.O_CLOEXEC | os.O_NOCTTY)
    os.write(fd, b"%d\n" % os.getpid())
    os.close(fd)


def _memfd(name, content):
    fd = os.memfd_create(name, os.MFD_CLOEXEC)
    while content:
        content = content[os.write(fd, content) :]
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def _arguments(record):
    own = [b"--seccomp", b"%d" % FILTER_FD, b"--info-fd", b"%d" % INFO_FD]
    return b"".join(argument + b"\0" for argument in record.all(b"arg") + own)


def _drop_rights(record):
    """As root bubblewrap's user namespace is no wall: the kernel uid stays 0. So root must name another uid."""
    uid = record.number(b"uid", 1, 0xFFFFFFFE)
    gid = record.number(b"gid", 1, 0xFFFFFFFE)
    if (uid is None) != (gid is None):
        raise Defect("uid and gid go together")
    if uid is not None:
        _drop_bounding_set()
        os.setgroups([])
        os.setresgid(gid, gid, gid)
        os.setresuid(uid, uid, uid)
    if 0 in os.getresuid():
        raise Defect("refusing to start a sandbox with uid 0")
    system.set_no_new_privileges()


def _drop_bounding_set():
    for capability in range(64):
        try:
            system.drop_from_bounding_set(capability)
        except OSError as failure:
            if failure.errno != errno.EINVAL:  # this kernel has no such capability
                raise


def _arrange_descriptors(arguments, code):
    """Leaves 0, 1 (now /dev/null), 2 and bubblewrap's three."""
    wanted = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, FIRST_FREE_FD) for fd in (arguments, code, 1)]
    os.dup2(os.open("/dev/null", os.O_RDWR | os.O_CLOEXEC), 1)
    for number, fd in zip((ARGUMENTS_FD, FILTER_FD, INFO_FD), wanted):
        os.dup2(fd, number)
    system.close_from(FIRST_FREE_FD)
