/*
 * The filter, as classic BPF. Default: allow. In this order:
 *   another architecture       the process dies (its numbers mean other calls; a 32-bit program cannot run here)
 *   x32 numbers                EPERM
 *   clone3                     ENOSYS, because BPF cannot see its flags; libc then uses clone
 *   clone, ioctl, socket       judged by their arguments
 *   mknod, mknodat             EPERM for devices; named pipes are ordinary tools
 *   calls that name a process  EPERM when they name pid 1: user code has the supervisor's uid, which is all that prlimit and
 *                              the scheduler calls ask for, and could starve it of descriptors, memory or time
 *   the DENIED list            EPERM
 * The kernel caches which numbers are always allowed, so ordinary calls do not run through the list.
 */
#include "seccomp.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define NATIVE_ARCH AUDIT_ARCH_X86_64
#define X32_BIT 0x40000000u
#elif defined(__aarch64__)
#define NATIVE_ARCH AUDIT_ARCH_AARCH64
#else
#error "the system call filter is written for x86_64 and aarch64"
#endif

#define NEW_NAMESPACE \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

/* x86-64 has calls that aarch64 never had, and older kernel headers lack the newest. */
static const uint32_t DENIED[] = {
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_move_mount, SYS_open_tree, SYS_fsopen, SYS_fsmount, SYS_fsconfig,
    SYS_fspick, SYS_setns, SYS_unshare, SYS_chroot, SYS_open_by_handle_at, SYS_name_to_handle_at,
    SYS_fanotify_init, SYS_swapon, SYS_swapoff, SYS_reboot, SYS_acct, SYS_quotactl, SYS_kexec_load, SYS_init_module,
    SYS_finit_module, SYS_delete_module, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_io_uring_setup,
    SYS_io_uring_enter, SYS_io_uring_register, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_settimeofday,
    SYS_clock_settime, SYS_clock_adjtime, SYS_adjtimex, SYS_vhangup, SYS_sethostname, SYS_setdomainname, SYS_syslog,
    SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_personality, SYS_vmsplice,
#ifdef SYS_mount_setattr
    SYS_mount_setattr,
#endif
#ifdef SYS_quotactl_fd
    SYS_quotactl_fd,
#endif
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef SYS_iopl
    SYS_iopl,
#endif
#ifdef SYS_ioperm
    SYS_ioperm,
#endif
#ifdef SYS_lookup_dcookie
    SYS_lookup_dcookie,
#endif
#ifdef SYS_nfsservctl
    SYS_nfsservctl,
#endif
};

/* Calls whose first argument is a pid, where 0 is the caller itself. */
static const uint32_t NAMES_A_PROCESS[] = {
    SYS_prlimit64, SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr,
};

static const uint32_t SOCKET_FAMILIES[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK};

struct program {
    struct sock_filter code[320];
    unsigned short length;
};

static void add(struct program *p, struct sock_filter instruction)
{
    if (p->length == sizeof p->code / sizeof *p->code)
        give_up("the system call filter outgrew its buffer", 0);
    p->code[p->length++] = instruction;
}

static void load(struct program *p, size_t offset)
{
    add(p, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void answer(struct program *p, uint32_t action)
{
    add(p, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

/* When the loaded word compares as said, runs the next `count` instructions, otherwise steps over them. */
static void when(struct program *p, uint16_t comparison, uint32_t with, uint8_t count)
{
    add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | comparison | BPF_K, with, 0, count));
}

static void refuse_when(struct program *p, uint16_t comparison, uint32_t with, int error)
{
    when(p, comparison, with, 1);
    answer(p, SECCOMP_RET_ERRNO | (uint32_t)error);
}

/* The low half of an argument: both architectures are little-endian, and these arguments are ints. */
static size_t argument(size_t index)
{
    return offsetof(struct seccomp_data, args) + index * sizeof(uint64_t);
}

static void judge_node(struct program *p, uint32_t call, size_t mode)
{
    when(p, BPF_JEQ, call, 7);
    load(p, argument(mode));
    add(p, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, S_IFMT));
    refuse_when(p, BPF_JEQ, S_IFCHR, EPERM);
    refuse_when(p, BPF_JEQ, S_IFBLK, EPERM);
    answer(p, SECCOMP_RET_ALLOW);
}

static void judge_arguments(struct program *p)
{
    when(p, BPF_JEQ, SYS_clone, 4);
    load(p, argument(0));
    refuse_when(p, BPF_JSET, NEW_NAMESPACE, EPERM);
    answer(p, SECCOMP_RET_ALLOW);

    when(p, BPF_JEQ, SYS_ioctl, 6);
    load(p, argument(1));
    refuse_when(p, BPF_JEQ, TIOCSTI, EPERM);
    refuse_when(p, BPF_JEQ, TIOCLINUX, EPERM);
    answer(p, SECCOMP_RET_ALLOW);

    const size_t families = sizeof SOCKET_FAMILIES / sizeof *SOCKET_FAMILIES;
    when(p, BPF_JEQ, SYS_socket, (uint8_t)(2 * families + 2));
    load(p, argument(0));
    for (size_t i = 0; i < families; i++) {
        when(p, BPF_JEQ, SOCKET_FAMILIES[i], 1);
        answer(p, SECCOMP_RET_ALLOW);
    }
    answer(p, SECCOMP_RET_ERRNO | EAFNOSUPPORT);

    judge_node(p, SYS_mknodat, 2);
#ifdef SYS_mknod
    judge_node(p, SYS_mknod, 1);
#endif

    for (size_t i = 0; i < sizeof NAMES_A_PROCESS / sizeof *NAMES_A_PROCESS; i++) {
        when(p, BPF_JEQ, NAMES_A_PROCESS[i], 4);
        load(p, argument(0));
        refuse_when(p, BPF_JEQ, 1, EPERM);
        answer(p, SECCOMP_RET_ALLOW);
    }
}

static void build(struct program *p)
{
    load(p, offsetof(struct seccomp_data, arch));
    add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE_ARCH, 1, 0));
    answer(p, SECCOMP_RET_KILL_PROCESS);
    load(p, offsetof(struct seccomp_data, nr));
#ifdef X32_BIT
    refuse_when(p, BPF_JGE, X32_BIT, EPERM);
#endif
    refuse_when(p, BPF_JEQ, SYS_clone3, ENOSYS);
    judge_arguments(p);
    for (size_t i = 0; i < sizeof DENIED / sizeof *DENIED; i++)
        refuse_when(p, BPF_JEQ, DENIED[i], EPERM);
    answer(p, SECCOMP_RET_ALLOW);
}

int seccomp_memfd(void)
{
    struct program program = {.length = 0};
    build(&program);
    int fd = memfd_create("filter", MFD_CLOEXEC);
    size_t size = program.length * sizeof *program.code;
    if (fd < 0 || write(fd, program.code, size) != (ssize_t)size || lseek(fd, 0, SEEK_SET) != 0)
        give_up("cannot write the system call filter", errno);
    return fd;
}
