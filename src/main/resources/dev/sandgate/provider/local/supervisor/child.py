"""Starting a program in the sandbox, and the settings that all programs share."""

import errno
import fcntl
import os
import resource
import select
import signal
import struct

import system
from record import Defect, apply_limit

BASE_ENVIRONMENT_MOST = 64
LIMITS_MOST = 16
CHILD_OPEN_FILES = 1024
DEFAULT_PATH = b"/usr/local/bin:/usr/bin:/bin"
RAISED_OOM_SCORE = b"500"
BIRTH_MS = 2000  # user code may stop the child before it executes its program: we do not wait for ever
REPORT = struct.Struct("=iB")
STAGES = (b"spawn", b"cwd")
FIRST_FREE_FD = 10


class SpawnFailure(Exception):
    def __init__(self, error, stage):
        super().__init__(error)
        self.error = error
        self.stage = stage


class OomScore:
    """
    Ours. Children are to be killed before us, but an undumpable process may not open its own score; so we raise ours, through a
    descriptor from before we were undumpable, for the moment of the birth, and the child inherits it.
    """

    def __init__(self):
        try:
            self._fd = os.open("/proc/self/oom_score_adj", os.O_RDWR)
            self._usual = os.read(self._fd, 16)
        except OSError:
            self._fd = -1  # without /proc all have the same score: worse, not wrong

    def raise_it(self):
        self._set(RAISED_OOM_SCORE)

    def lower_it(self):
        self._set(self._usual)

    def _set(self, score):
        try:
            if self._fd >= 0:
                os.pwrite(self._fd, score, 0)
        except OSError:
            self._fd = -1


class Nursery:
    """Gives birth to the sandbox's programs."""

    def __init__(self, record, oom_score):
        assignments = record.all(b"env")
        self._limits = record.limits()
        if len(assignments) > BASE_ENVIRONMENT_MOST or not all(b"=" in each for each in assignments):
            raise Defect("env: too many, or no assignment")
        if len(self._limits) > LIMITS_MOST:
            raise Defect("rlimit: too many")
        self._environment = dict(each.split(b"=", 1) for each in assignments)
        self._oom_score = oom_score

    def spawn(self, cwd, argv, environment, descriptors):
        """
        The pid of a new session's leader that runs the program; returns after its exec.

        `cwd` may be empty for the home directory, `environment` is laid over the base one, and `descriptors` become 0, 1 and so on.
        """
        try:
            reading, writing = os.pipe()
        except OSError as failure:
            raise SpawnFailure(failure.errno, b"limit") from None
        self._oom_score.raise_it()
        try:
            pid = os.fork()
        except OSError as failure:
            os.close(reading)
            os.close(writing)
            self._oom_score.lower_it()
            raise SpawnFailure(failure.errno, b"spawn") from None
        if pid == 0:
            self._be_born(cwd, argv, {**self._environment, **environment}, descriptors, writing)
        self._oom_score.lower_it()
        os.close(writing)
        report = _await_report(reading)
        os.close(reading)
        if report:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            error, stage = REPORT.unpack(report)
            raise SpawnFailure(error, STAGES[stage])
        return pid

    def _be_born(self, cwd, argv, environment, descriptors, report_to):
        """In the child; never returns."""
        stage = 0
        try:
            signal.set_wakeup_fd(-1)
            report_to = fcntl.fcntl(report_to, fcntl.F_DUPFD_CLOEXEC, FIRST_FREE_FD)
            os.setsid()
            for number in (signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            # Theirs may have numbers that are to be given away, so all move up first; ours are all close-on-exec.
            moved = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, FIRST_FREE_FD) for fd in descriptors]
            for number, fd in enumerate(moved):
                os.dup2(fd, number)
            if cwd:
                stage = 1
                os.chdir(cwd)
                stage = 0
            self._limit()
            os.umask(0o022)
            _execute(argv, environment)
        except BaseException as failure:
            os.write(report_to, REPORT.pack(getattr(failure, "errno", None) or errno.EIO, stage))
        finally:
            os._exit(127)

    def _limit(self):
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        soft = CHILD_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, CHILD_OPEN_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        for kind, value in self._limits:
            apply_limit(kind, value)


def _await_report(reading):
    """Empty once the program is executed, or the child is dead; what the child says otherwise."""
    poll = select.poll()
    poll.register(reading, select.POLLIN)
    if not poll.poll(BIRTH_MS):
        return REPORT.pack(errno.EAGAIN, 0)
    report = os.read(reading, REPORT.size)
    return report if len(report) == REPORT.size else b""


def _execute(argv, environment):
    """Tries the program in each directory of PATH; raises the error that tells most."""
    program = argv[0]
    if b"/" in program:
        os.execve(program, argv, environment)
    telling = FileNotFoundError(errno.ENOENT, "")
    for directory in environment.get(b"PATH", DEFAULT_PATH).split(b":"):
        try:
            if directory:
                os.execve(directory + b"/" + program, argv, environment)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as failure:
            telling = failure
    raise telling


def fork_worker(work):
    """The pid of a fork that only calls `work`, which raises OSError or returns; its errno is the exit code."""
    pid = os.fork()
    if pid:
        return pid
    error = errno.EIO
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        system.close_from(3)
        work()
        error = 0
    except OSError as failure:
        error = failure.errno or error
    finally:
        os._exit(error)


def exit_code(status):
    """128+n for a death by signal n."""
    return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def kill_group(pid, number):
    try:
        os.killpg(pid, number)
    except ProcessLookupError:
        pass
