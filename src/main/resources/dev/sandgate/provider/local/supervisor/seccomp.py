"""The system call filter that bubblewrap installs, instruction by instruction the one of src/main/c/seccomp.c, which explains it."""

import errno
import os
import stat
import struct

from record import Defect

# number on x86_64, number on aarch64
DENIED = {
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "move_mount": (429, 429),
    "open_tree": (428, 428),
    "fsopen": (430, 430),
    "fsmount": (432, 432),
    "fsconfig": (431, 431),
    "fspick": (433, 433),
    "setns": (308, 268),
    "unshare": (272, 97),
    "chroot": (161, 51),
    "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264),
    "fanotify_init": (300, 262),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "kexec_load": (246, 104),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "vhangup": (153, 58),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "syslog": (103, 116),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "personality": (135, 92),
    "vmsplice": (278, 75),
    "mount_setattr": (442, 442),
    "quotactl_fd": (443, 443),
    "kexec_file_load": (320, 294),
    "iopl": (172, None),
    "ioperm": (173, None),
    "lookup_dcookie": (212, 18),
    "nfsservctl": (180, 42),
}
# calls whose first argument is a pid: nobody may name pid 1, which is the supervisor
NAMES_A_PROCESS = {
    "prlimit64": (302, 261),
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
}
CLONE, IOCTL, SOCKET, MKNODAT, MKNOD, CLONE3 = (56, 220), (16, 29), (41, 198), (259, 33), (133, None), (435, 435)
SOCKET_FAMILIES = (1, 2, 10, 16)  # AF_UNIX, AF_INET, AF_INET6, AF_NETLINK
NEW_NAMESPACE = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
TIOCSTI, TIOCLINUX = 0x5412, 0x541C
S_IFMT, X32_BIT = 0o170000, 0x40000000

LOAD, AND, RETURN = 0x20, 0x54, 0x06  # BPF_LD|BPF_W|BPF_ABS, BPF_ALU|BPF_AND|BPF_K, BPF_RET|BPF_K
EQUAL, AT_LEAST, ANY_BIT = 0x15, 0x35, 0x45  # BPF_JMP|BPF_K with BPF_JEQ, BPF_JGE, BPF_JSET
ALLOW, ERRNO, KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
NUMBER_OFFSET, ARCH_OFFSET, ARGUMENTS_OFFSET = 0, 4, 16

MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # place in the pairs above, AUDIT_ARCH


class _Program:
    def __init__(self):
        self.code = bytearray()

    def add(self, code, value, if_true=0, if_false=0):
        self.code += struct.pack("=HBBI", code, if_true, if_false, value)

    def load(self, offset):
        self.add(LOAD, offset)

    def load_argument(self, index):
        """Its low half: both architectures are little-endian, and these arguments are ints."""
        self.load(ARGUMENTS_OFFSET + 8 * index)

    def answer(self, action):
        self.add(RETURN, action)

    def refuse(self, comparison, value, error):
        self.when(comparison, value, 1)
        self.answer(ERRNO | error)

    def when(self, comparison, value, count):
        """Runs the next `count` instructions if the loaded word compares as said, otherwise steps over them."""
        self.add(comparison, value, 0, count)


def program(machine=None):
    """The filter for this machine as the bytes of an array of struct sock_filter."""
    machine = machine or os.uname().machine
    if machine not in MACHINES:
        raise Defect("the system call filter is written for x86_64 and aarch64")
    place, arch = MACHINES[machine]
    p = _Program()
    p.load(ARCH_OFFSET)
    p.add(EQUAL, arch, 1, 0)
    p.answer(KILL_PROCESS)
    p.load(NUMBER_OFFSET)
    if machine == "x86_64":
        p.refuse(AT_LEAST, X32_BIT, errno.EPERM)
    p.refuse(EQUAL, CLONE3[place], errno.ENOSYS)
    _judge_arguments(p, place)
    for numbers in DENIED.values():
        if numbers[place] is not None:
            p.refuse(EQUAL, numbers[place], errno.EPERM)
    p.answer(ALLOW)
    return bytes(p.code)


def _judge_arguments(p, place):
    p.when(EQUAL, CLONE[place], 4)
    p.load_argument(0)
    p.refuse(ANY_BIT, NEW_NAMESPACE, errno.EPERM)
    p.answer(ALLOW)

    p.when(EQUAL, IOCTL[place], 6)
    p.load_argument(1)
    p.refuse(EQUAL, TIOCSTI, errno.EPERM)
    p.refuse(EQUAL, TIOCLINUX, errno.EPERM)
    p.answer(ALLOW)

    p.when(EQUAL, SOCKET[place], 2 * len(SOCKET_FAMILIES) + 2)
    p.load_argument(0)
    for family in SOCKET_FAMILIES:
        p.when(EQUAL, family, 1)
        p.answer(ALLOW)
    p.answer(ERRNO | errno.EAFNOSUPPORT)

    _judge_node(p, MKNODAT[place], 2)
    if MKNOD[place] is not None:
        _judge_node(p, MKNOD[place], 1)

    for numbers in NAMES_A_PROCESS.values():
        p.when(EQUAL, numbers[place], 4)
        p.load_argument(0)
        p.refuse(EQUAL, 1, errno.EPERM)
        p.answer(ALLOW)


def _judge_node(p, call, mode):
    p.when(EQUAL, call, 7)
    p.load_argument(mode)
    p.add(AND, S_IFMT)
    p.refuse(EQUAL, stat.S_IFCHR, errno.EPERM)
    p.refuse(EQUAL, stat.S_IFBLK, errno.EPERM)
    p.answer(ALLOW)
