"""Tries every way out of a sandbox that we know of, from inside, and prints one line for each: PASS or FAIL, name, finding.

It must do no harm where a wall has a hole. So it asks for access instead of using it: it opens for writing and writes nothing, makes
files without a name, gives system calls arguments that cannot work, looks up routes without sending, and never touches a setting.
What it is told about the host stands in the environment: HOST_PID, HOST_PORT, HOST_SOCKET (abstract), HOST_DIRECTORY, HOST_ADDRESS.
"""

import ctypes
import errno
import mmap
import os
import platform
import signal
import socket
import stat
import subprocess
import tempfile

HOST_PID = int(os.environ["HOST_PID"])
HOST_DIRECTORY = os.environ["HOST_DIRECTORY"]
DISK_BOUND_MB = 256

X86 = platform.machine() == "x86_64"
NUMBERS = {  # x86-64, arm64
    "mount": (165, 40), "umount2": (166, 39), "fsopen": (430, 430), "unshare": (272, 97), "clone": (56, 220),
    "clone3": (435, 435), "bpf": (321, 280), "io_uring_setup": (425, 425), "perf_event_open": (298, 241),
    "keyctl": (250, 219), "init_module": (175, 105), "setns": (308, 268), "open_by_handle_at": (304, 265),
    "ptrace": (101, 117), "personality": (135, 92), "process_vm_readv": (310, 270), "userfaultfd": (323, 282),
    "prlimit64": (302, 261), "sched_setaffinity": (203, 122), "move_mount": (429, 429), "open_tree": (428, 428),
    "name_to_handle_at": (303, 264), "kcmp": (312, 272), "fanotify_init": (300, 262), "clock_settime": (227, 112),
    "swapon": (167, 224), "add_key": (248, 217), "kexec_load": (246, 104), "vmsplice": (278, 75),
}
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def say(good, name, finding):
    print("PASS" if good else "FAIL", name, "|", finding, flush=True)


def name_of(number):
    return errno.errorcode.get(number, str(number)) if number else "allowed"


def refusal(action):
    """The errno an action fails with, 0 when it succeeds."""
    try:
        action()
        return 0
    except OSError as e:
        return e.errno


def refused(name, action, *accepted):
    number = refusal(action)
    say(number in accepted if accepted else number != 0, name, name_of(number))


def call(name, *arguments):
    """A raw system call; raises OSError."""
    number = NUMBERS[name][0 if X86 else 1]
    words = [a if isinstance(a, (ctypes.c_char_p, ctypes.Array)) else ctypes.c_long(a) for a in arguments]
    result = libc.syscall(ctypes.c_long(number), *words)
    if result == -1:
        raise OSError(ctypes.get_errno(), name)
    return result


def in_child(action):
    """What an action does to the process that does it stays in a child: its errno, or 1000 + the signal that killed it."""
    child = os.fork()
    if child == 0:
        os._exit(refusal(action))
    status = os.waitpid(child, 0)[1]
    return 1000 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def open_close(path, flags):
    os.close(os.open(path, flags | os.O_CLOEXEC))


def nameless_file(directory):
    os.close(os.open(directory, os.O_TMPFILE | os.O_WRONLY | os.O_CLOEXEC, 0o600))


def reading():
    pids = [entry for entry in os.listdir("/proc") if entry.isdigit()]
    say(len(pids) < 8 and str(HOST_PID) not in pids, "host processes are invisible", ",".join(pids))
    for directory in ("/root", HOST_DIRECTORY, "/proc/1/root/root", "/sys/fs/cgroup", "/boot", "/srv", "/var/lib"):
        label = "the server's own directory" if directory == HOST_DIRECTORY else directory
        refused("cannot list " + label, lambda: os.listdir(directory), errno.ENOENT, errno.EACCES)
    for file in ("/etc/shadow", "/proc/1/root/etc/shadow", "/proc/1/environ", "/proc/1/mem", "/dev/kmsg"):
        refused("cannot open " + file, lambda: open_close(file, os.O_RDONLY), errno.ENOENT, errno.EACCES, errno.EPERM)
    refused("no Docker socket", lambda: os.stat("/var/run/docker.sock"), errno.ENOENT, errno.EACCES)
    with open("/proc/1/cmdline", "rb") as file:
        line = file.read()
    say(HOST_DIRECTORY.encode() not in line and b"--bind" not in line and b"secret" not in line,
        "pid 1's command line hides the host", line.replace(b"\0", b" ").decode())
    say(not any("SECRET" in k or "secret" in v for k, v in os.environ.items()), "no secret in the environment", "")


def writing():
    for directory in ("/", "/usr", "/usr/bin", "/etc", "/dev", "/lib", "/run", "/run/sandgate/control", "/home", "/var"):
        refused("cannot make a file in " + directory, lambda: nameless_file(directory), errno.EROFS)
    for file in ("/etc/hosts", "/etc/passwd", "/usr/bin/env", "/run/sandgate/bin/driver.py"):
        refused("cannot open for writing " + file, lambda: open_close(file, os.O_WRONLY), errno.EROFS, errno.EACCES,
                errno.ETXTBSY)
    for file in ("/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sysrq-trigger",
                 "/proc/sys/vm/overcommit_memory", "/proc/1/oom_score_adj", "/proc/1/mem"):
        refused("cannot open for writing " + file, lambda: open_close(file, os.O_WRONLY), errno.EACCES, errno.ENOENT,
                errno.EROFS, errno.EPERM)


def other_processes():
    refused("cannot signal the host's process", lambda: os.kill(HOST_PID, 0), errno.ESRCH)
    seize = 0x4206
    refused("cannot trace the host's process", lambda: call("ptrace", seize, HOST_PID, 0, 0), errno.ESRCH, errno.EPERM)
    refused("cannot trace pid 1", lambda: call("ptrace", seize, 1, 0, 0), errno.EPERM)
    refused("cannot limit pid 1", lambda: call("prlimit64", 1, 7, 0, 0), errno.EPERM)
    refused("cannot move pid 1 between cores", lambda: call("sched_setaffinity", 1, 0, 0), errno.EPERM)
    say(True, "kill(-1) asked with signal 0", name_of(refusal(lambda: os.kill(-1, 0))))


def system_calls(directory):
    empty, target = ctypes.c_char_p(b"none"), ctypes.c_char_p(directory.encode())
    tmpfs, usr, hosts = ctypes.c_char_p(b"tmpfs"), ctypes.c_char_p(b"/usr"), ctypes.c_char_p(b"/etc/hosts")
    bind, detach = 4096, 2
    refused("mount a tmpfs", lambda: call("mount", empty, target, tmpfs, 0, 0), errno.EPERM)
    refused("bind mount", lambda: call("mount", usr, target, 0, bind, 0), errno.EPERM)
    refused("umount2", lambda: call("umount2", hosts, detach), errno.EPERM)
    refused("fsopen", lambda: call("fsopen", tmpfs, 0), errno.EPERM)
    refused("open_tree", lambda: call("open_tree", -1, 0, 0), errno.EPERM)
    refused("move_mount", lambda: call("move_mount", -1, 0, -1, 0, 0), errno.EPERM)
    for space, flag in (("user", 0x10000000), ("mount", 0x20000), ("net", 0x40000000), ("pid", 0x20000000)):
        number = in_child(lambda: call("unshare", flag))
        say(number == errno.EPERM, "unshare a " + space + " namespace", name_of(number))
    number = in_child(clone_with_a_user_namespace)
    say(number == errno.EPERM, "clone into a user namespace", name_of(number))
    refused("clone3 is not there", lambda: call("clone3", 0, 0), errno.ENOSYS)
    nonsense = {"bpf": (0, 0, 0), "io_uring_setup": (1, 0), "perf_event_open": (0, 0, -1, -1, 0), "keyctl": (0, -3, 0),
                "init_module": (0, 0, 0), "open_by_handle_at": (-1, 0, 0), "name_to_handle_at": (-1, 0, 0, 0, 0),
                "personality": (0xFFFFFFFF,), "process_vm_readv": (0, 0, 0, 0, 0, 0), "userfaultfd": (1 << 20,),
                "kcmp": (0, 0, 0, 0, 0), "fanotify_init": (0, 0), "clock_settime": (0, 0), "swapon": (0, 0),
                "add_key": (0, 0, 0, 0, 0), "kexec_load": (0, 0, 0, 0), "vmsplice": (-1, 0, 0, 0)}
    for name, arguments in nonsense.items():
        refused(name, lambda: call(name, *arguments), errno.EPERM)
    own = os.open("/proc/self/ns/uts", os.O_RDONLY)
    refused("setns", lambda: call("setns", own, 0), errno.EPERM)
    os.close(own)
    number = in_child(lambda: os.chroot(directory))
    say(number == errno.EPERM, "chroot", name_of(number))
    device = os.path.join(directory, "device")
    refused("make a block device", lambda: os.mknod(device, stat.S_IFBLK | 0o600, os.makedev(254, 0)), errno.EPERM)
    refused("make a character device", lambda: os.mknod(device, stat.S_IFCHR | 0o600, os.makedev(1, 1)), errno.EPERM)
    say(refusal(lambda: os.mkfifo(os.path.join(directory, "pipe"))) == 0, "a named pipe is no device", "allowed")
    tiocsti = 0x5412
    libc.ioctl.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_void_p]
    refused("push into a terminal", lambda: ioctl(0, tiocsti), errno.EPERM)
    refused("push, with high bits set", lambda: ioctl(0, tiocsti | 1 << 32), errno.EPERM)
    if X86:
        say(in_child(call_as_i386) == 1000 + signal.SIGSYS, "a call with i386 numbers kills its process", "")
        x32 = 0x40000000
        number = in_child(lambda: raw(x32 | 39))
        say(number == errno.EPERM, "a call with x32 numbers", name_of(number))


def raw(number):
    if libc.syscall(ctypes.c_long(number)) == -1:
        raise OSError(ctypes.get_errno(), "raw")


def ioctl(descriptor, request):
    if libc.ioctl(descriptor, request, ctypes.c_char_p(b"x")) == -1:
        raise OSError(ctypes.get_errno(), "ioctl")


def clone_with_a_user_namespace():
    if call("clone", 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0) == 0:
        os._exit(0)


def call_as_i386():
    """mov eax, 20 (getpid); int 0x80; ret"""
    memory = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
    ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))()


def rights():
    refused("setuid 0", lambda: os.setuid(0), errno.EINVAL, errno.EPERM)
    say(os.getuid() == 1000 and os.geteuid() == 1000 and os.getgroups() in ([], [1000]), "the user is nobody's",
        str((os.getuid(), os.getgroups())))
    with open("/proc/self/status") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    say(status["NoNewPrivs"] == "1", "no new privileges", "")
    say(status["Seccomp"] == "2", "system calls are filtered", "")
    say(all(int(status[c], 16) == 0 for c in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")), "no capability", "")
    say(bool(os.statvfs("/usr").f_flag & os.ST_NOSUID), "setuid files mean nothing", "nosuid")
    for program in (["su", "-c", "id -u"], ["mount", "-t", "tmpfs", "none", "/tmp"], ["newuidmap", str(os.getpid()), "0", "0", "1"]):
        try:
            done = subprocess.run(program, stdin=subprocess.DEVNULL, capture_output=True, timeout=20)
            say(done.returncode != 0 and b"0\n" != done.stdout, program[0] + " is inert", "exit %d" % done.returncode)
        except FileNotFoundError:
            say(True, program[0] + " is inert", "not installed")
    fds = sorted(int(fd) for fd in os.listdir("/proc/self/fd"))
    say(all(fd <= 4 for fd in fds), "no inherited descriptors", str(fds))
    present = [d for d in ("sda", "vda", "kvm", "fuse", "mem", "net/tun", "loop-control", "kmsg", "vsock", "vhost-vsock")
               if os.path.exists("/dev/" + d)]
    say(not present, "no devices of the host", str(present))


def network():
    with open("/proc/net/dev") as file:
        interfaces = [line.split(":")[0].strip() for line in file if ":" in line]
    with open("/proc/net/route") as file:
        routes = file.read().splitlines()[1:]
    with open("/proc/net/ipv6_route") as file:
        routes += [line for line in file if line.split()[-1] != "lo"]
    alone = interfaces == ["lo"] and not routes
    say(alone, "no interface but lo, no route", "%s, %d routes" % (interfaces, len(routes)))
    targets = {"the host's loopback listener": ("127.0.0.1", int(os.environ["HOST_PORT"]), socket.SOCK_STREAM),
               "the host's own address": (os.environ["HOST_ADDRESS"], 9, socket.SOCK_DGRAM),
               "the metadata service": ("169.254.169.254", 80, socket.SOCK_DGRAM),
               "a gateway": ("192.0.2.1", 53, socket.SOCK_DGRAM)}
    for name, (host, port, kind) in targets.items():
        if not alone:
            say(False, "cannot reach " + name, "not tried")
            continue
        # Connecting a datagram socket looks up the route and sends nothing.
        with socket.socket(socket.AF_INET, kind) as sock:
            sock.settimeout(2)
            refused("cannot reach " + name, lambda: sock.connect((host, port)), errno.ECONNREFUSED, errno.ENETUNREACH)
    with socket.socket(socket.AF_UNIX) as sock:
        refused("cannot reach the host's abstract socket", lambda: sock.connect("\0" + os.environ["HOST_SOCKET"]),
                errno.ECONNREFUSED)
    for family, number, kind in (("AF_VSOCK", 40, 1), ("AF_PACKET", 17, 3), ("AF_ALG", 38, 5), ("AF_BLUETOOTH", 31, 3),
                                 ("AF_XDP", 44, 3), ("AF_TIPC", 30, 1)):
        refused("no " + family + " socket", lambda: socket.socket(number, kind, 0), errno.EAFNOSUPPORT)
    refused("no raw socket", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1), errno.EPERM, errno.EACCES)


def disks():
    block = b"\0" * (1 << 20)
    for directory in ("/home/user", "/tmp", "/dev/shm"):
        written, number = 0, 0
        path = os.path.join(directory, "fill")
        try:
            with open(path, "wb", buffering=0) as file:
                while written < DISK_BOUND_MB and number == 0:
                    number = refusal(lambda: file.write(block))
                    written += number == 0
        finally:
            os.unlink(path)
        say(number == errno.ENOSPC, "the disk of " + directory + " has an end", "%s after %d MiB" % (name_of(number), written))


def main():
    with tempfile.TemporaryDirectory(dir="/home/user") as directory:
        reading()
        writing()
        other_processes()
        system_calls(directory)
        rights()
        network()
    disks()
    print("DONE", flush=True)


main()
