/*
 * Launch mode: joins the sandbox's cgroups, gives up every right, and becomes bubblewrap.
 *
 * Keys: join=<cgroup.procs>* uid= gid= rlimit=<name>:<n>* bwrap=<path> arg=<bubblewrap argument>* cmd=<what runs inside>*.
 * stdin stays and carries the supervisor's own record next; stdout gets bubblewrap's info JSON and is then closed; stderr is
 * bubblewrap's. Arguments go by memfd, because anybody in the sandbox reads pid 1's command line.
 */
#include "limits.h"
#include "record.h"
#include "seccomp.h"

#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CONFIGURATION_LIMIT (256u << 10)

/* Where bubblewrap finds its descriptors. */
enum { ARGUMENTS_FD = 3, FILTER_FD = 4, INFO_FD = 5, FIRST_FREE_FD = 6 };

static void reset_signals(void)
{
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void join_cgroup(const char *procs)
{
    int fd = open(procs, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    char pid[24];
    int length = snprintf(pid, sizeof pid, "%d\n", (int)getpid());
    if (fd < 0 || write(fd, pid, (size_t)length) != length)
        give_up("cannot join a cgroup", errno);
    close(fd);
}

static void drop_to(uid_t uid, gid_t gid)
{
    for (int capability = 0; capability < 64; capability++)
        if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) < 0 && errno != EINVAL)
            give_up("cannot drop a capability", errno);
    if (setgroups(0, NULL) < 0 || setresgid(gid, gid, gid) < 0 || setresuid(uid, uid, uid) < 0)
        give_up("cannot take the sandbox's uid", errno);
}

/* As root bubblewrap's user namespace is no wall: the kernel uid stays 0. So root must name another uid. */
static void drop_rights(const struct record *record)
{
    long long uid = -1, gid = -1;
    for (const char *entry = NULL, *value; (entry = record_next(record, entry));) {
        if ((value = record_value(entry, "uid")))
            uid = record_number("uid", value, 1, UINT32_MAX - 1);
        else if ((value = record_value(entry, "gid")))
            gid = record_number("gid", value, 1, UINT32_MAX - 1);
    }
    if ((uid < 0) != (gid < 0))
        give_up("uid and gid go together", 0);
    if (uid >= 0)
        drop_to((uid_t)uid, (gid_t)gid);
    if (getuid() == 0 || geteuid() == 0)
        give_up("refusing to start a sandbox with uid 0", 0);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
        give_up("cannot set no_new_privs", errno);
}

static void apply_limits(const struct record *record)
{
    for (const char *entry = NULL, *value; (entry = record_next(record, entry));) {
        struct limit limit;
        if (!(value = record_value(entry, "rlimit")))
            continue;
        if (!limit_parse(&limit, value))
            give_up("rlimit", EINVAL);
        int error = limit_apply(&limit);
        if (error)
            give_up("cannot set a resource limit", error);
    }
}

static void write_argument(int fd, const char *argument)
{
    size_t size = strlen(argument) + 1;
    if (write(fd, argument, size) != (ssize_t)size)
        give_up("cannot hand over an argument", errno);
}

static int arguments_memfd(const struct record *record)
{
    int fd = memfd_create("arguments", MFD_CLOEXEC);
    if (fd < 0)
        give_up("cannot hand over the arguments", errno);
    for (const char *entry = NULL, *value; (entry = record_next(record, entry));)
        if ((value = record_value(entry, "arg")))
            write_argument(fd, value);
    char number[16];
    write_argument(fd, "--seccomp");
    snprintf(number, sizeof number, "%d", FILTER_FD);
    write_argument(fd, number);
    write_argument(fd, "--info-fd");
    snprintf(number, sizeof number, "%d", INFO_FD);
    write_argument(fd, number);
    if (lseek(fd, 0, SEEK_SET) != 0)
        give_up("cannot hand over the arguments", errno);
    return fd;
}

/* Leaves 0, 1 (now /dev/null), 2 and bubblewrap's three; every other descriptor is closed. */
static void arrange_descriptors(int arguments, int filter)
{
    int from[] = {arguments, filter, STDOUT_FILENO};
    for (int i = 0; i < 3; i++)
        if ((from[i] = fcntl(from[i], F_DUPFD_CLOEXEC, FIRST_FREE_FD)) < 0)
            give_up("cannot arrange descriptors", errno);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0 || dup2(null, STDOUT_FILENO) < 0)
        give_up("cannot open /dev/null", errno);
    for (int i = 0; i < 3; i++)
        if (dup2(from[i], ARGUMENTS_FD + i) < 0)
            give_up("cannot arrange descriptors", errno);
    if (syscall(SYS_close_range, (unsigned)FIRST_FREE_FD, ~0u, 0u) < 0)
        give_up("cannot close inherited descriptors", errno);
}

static const char **command_line(const struct record *record, const char *number)
{
    size_t commands = record_count(record, "cmd");
    if (commands == 0 || record_count(record, "bwrap") != 1)
        give_up("the configuration needs bwrap once and cmd", 0);
    const char **argv = calloc(commands + 5, sizeof *argv);
    if (!argv)
        give_up("no memory for the command line", 0);
    size_t count = 1;
    argv[count++] = "--args";
    argv[count++] = number;
    argv[count++] = "--";
    for (const char *entry = NULL, *value; (entry = record_next(record, entry));) {
        if ((value = record_value(entry, "bwrap")))
            argv[0] = value;
        else if ((value = record_value(entry, "cmd")))
            argv[count++] = value;
    }
    return argv;
}

_Noreturn void launch(void)
{
    struct record record;
    record_read(&record, STDIN_FILENO, CONFIGURATION_LIMIT);
    record_expect(&record, (const char *const[]){"join", "uid", "gid", "rlimit", "bwrap", "arg", "cmd", NULL});
    reset_signals();
    setsid(); /* fails only when we lead a group already, which is as good */
    for (const char *entry = NULL, *value; (entry = record_next(&record, entry));)
        if ((value = record_value(entry, "join")))
            join_cgroup(value);
    if (chdir("/") < 0)
        give_up("cannot change to /", errno);
    int filter = seccomp_memfd(), arguments = arguments_memfd(&record);
    char number[16];
    snprintf(number, sizeof number, "%d", ARGUMENTS_FD);
    const char **argv = command_line(&record, number);
    drop_rights(&record);
    arrange_descriptors(arguments, filter);
    apply_limits(&record);
    char *const environment[] = {NULL};
    execve(argv[0], (char *const *)argv, environment);
    give_up("cannot execute bubblewrap", errno);
}
