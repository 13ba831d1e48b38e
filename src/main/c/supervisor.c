/*
 * Supervisor mode: pid 1 of the sandbox. One thread, one loop; everything in it is bounded and nothing in it waits.
 *
 * Keys: secret=<64 hex> deadline=<ms, -1 none> orphan=<ms> env=<K=V>* rlimit=<name>:<n>*, of which the last two are for the
 * programs it runs. As pid 1 it cannot be killed, stopped or (being undumpable) traced by them. When it exits, the kernel ends
 * every process of the sandbox: at the deadline, or after `orphan` ms without a server.
 */
#include "child.h"
#include "files.h"
#include "kernel.h"
#include "link.h"
#include "record.h"
#include "run.h"
#include "worker.h"

#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define HOME "/home/user"

enum { CONFIGURATION_LIMIT = 64 << 10, REAPED_PER_ROUND = 256 };

/* ---- deadline and orphan window, both on the clock that goes on while the host sleeps ---- */

static uint64_t deadline = NEVER, orphan_window, orphan_since;
static struct watch alarm_watch;

static uint64_t end_of_life(void)
{
    uint64_t orphan_end = link_greeted() ? NEVER : orphan_since + orphan_window;
    return deadline < orphan_end ? deadline : orphan_end;
}

static void set_alarm(void)
{
    uint64_t end = end_of_life();
    if (end == 0)
        end = 1;
    struct itimerspec time = {0};
    if (end != NEVER) {
        time.it_value.tv_sec = (time_t)(end / 1000);
        time.it_value.tv_nsec = (long)(end % 1000) * 1000000;
    }
    timerfd_settime(alarm_watch.fd, TFD_TIMER_ABSTIME, &time, NULL);
}

static void set_deadline(int64_t ms)
{
    deadline = ms < 0 ? NEVER : boottime_ms() + (uint64_t)ms;
    set_alarm();
}

static void exit_when_over(void)
{
    if (boottime_ms() < end_of_life())
        return;
    link_receive(); /* after a pause the new deadline may lie unread behind the old one */
    if (boottime_ms() >= end_of_life())
        _exit(0);
}

static void alarm_rings(struct watch *watch, uint32_t events)
{
    (void)events;
    uint64_t times;
    if (read(watch->fd, &times, sizeof times) < 0)
        return;
    exit_when_over();
    set_alarm();
}

/* ---- dead children ---- */

static struct watch child_watch;
static bool more_to_reap;

static void reap(void)
{
    more_to_reap = false;
    for (int count = 0; count < REAPED_PER_ROUND; count++) {
        int status;
        pid_t pid = waitpid(-1, &status, WNOHANG);
        if (pid <= 0)
            return;
        if (!run_reaped(pid, status) && !kernel_reaped(pid, status))
            worker_reaped(pid, status); /* or an orphan of nobody's */
    }
    more_to_reap = true;
}

static void child_died(struct watch *watch, uint32_t events)
{
    (void)events;
    struct signalfd_siginfo info[8];
    while (read(watch->fd, info, sizeof info) > 0)
        ;
    more_to_reap = true;
}

/* ---- requests ---- */

static bool handle(uint8_t type, uint32_t op, struct reader *in, struct buffer *staged)
{
    if (type == LEASE) {
        int64_t ms = (int64_t)read_u64(in);
        if (op != 0 || !read_all(in))
            return false;
        set_deadline(ms);
        return true;
    }
    if (op == 0)
        return false;
    if (type == KILL) {
        run_kill(op);
        kernel_interrupt(op);
        worker_kill(op);
        return read_all(in);
    }
    if (type == CREDIT) {
        uint32_t more = read_u32(in);
        return read_all(in) && run_credit(op, more);
    }
    if (run_is_running(op) || kernel_is_running(op) || worker_is_running(op))
        return false;
    switch (type) {
    case RUN:
        return run_request(op, in);
    case EVAL:
        return kernel_request(op, in, staged);
    case PING:
        answer_done(op, 0);
        return read_all(in);
    default:
        return files_request(type, op, in);
    }
}

static void welcomed(int64_t deadline_ms, uint32_t orphan_ms)
{
    orphan_window = orphan_ms;
    set_deadline(deadline_ms);
}

static void server_lost(void)
{
    orphan_since = boottime_ms();
    set_alarm();
    run_drop_all();
    kernel_drop_all();
    worker_drop_all();
}

/* ---- start ---- */

static void parse_secret(uint8_t secret[32], const char *hex)
{
    static const char DIGITS[] = "0123456789abcdef";
    if (strlen(hex) != 64)
        give_up("secret", EINVAL);
    for (int i = 0; i < 64; i++) {
        const char *digit = strchr(DIGITS, hex[i]);
        if (!digit)
            give_up("secret", EINVAL);
        secret[i / 2] = (uint8_t)(secret[i / 2] << 4 | (digit - DIGITS));
    }
}

static void configure(void)
{
    static const struct link_events EVENTS = {.frame = handle, .welcome = welcomed, .dropped = server_lost};
    struct record record;
    uint8_t secret[32] = {0};
    bool has_secret = false;
    long long ms = -1, orphan = 60000;
    record_read(&record, STDIN_FILENO, CONFIGURATION_LIMIT);
    record_expect(&record, (const char *const[]){"secret", "deadline", "orphan", "env", "rlimit", NULL});
    for (const char *entry = NULL, *value; (entry = record_next(&record, entry));) {
        if ((value = record_value(entry, "secret"))) {
            parse_secret(secret, value);
            has_secret = true;
        } else if ((value = record_value(entry, "deadline"))) {
            ms = record_number("deadline", value, -1, INT64_MAX / 4);
        } else if ((value = record_value(entry, "orphan"))) {
            orphan = record_number("orphan", value, 0, UINT32_MAX);
        }
    }
    if (!has_secret)
        give_up("the configuration needs a secret", 0);
    child_init(&record);
    record_wipe(&record);
    link_init(secret, &EVENTS);
    explicit_bzero(secret, sizeof secret);
    deadline = ms < 0 ? NEVER : boottime_ms() + (uint64_t)ms;
    orphan_window = (uint64_t)orphan;
    orphan_since = boottime_ms();
}

static void arrange_signals(void)
{
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigprocmask(SIG_SETMASK, &children, NULL);
    int fd = signalfd(-1, &children, SFD_NONBLOCK | SFD_CLOEXEC);
    int error = fd < 0 ? errno : watch_open(&child_watch, fd, EPOLLIN, child_died, NULL);
    if (error)
        give_up("cannot watch for dead children", error);
}

static void arrange_alarm(void)
{
    int fd = timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    int error = fd < 0 ? errno : watch_open(&alarm_watch, fd, EPOLLIN, alarm_rings, NULL);
    if (error)
        give_up("cannot make a timer", error);
    set_alarm();
}

static void arrange_descriptors(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    int in = open("/dev/null", O_RDONLY | O_CLOEXEC), out = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
        give_up("cannot open /dev/null", errno);
    close(in);
    close(out);
}

_Noreturn void supervise(void)
{
    syscall(SYS_close_range, 3u, ~0u, 0u);
    child_before_undumpable();
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0)
        give_up("cannot turn undumpable", errno);
    /* Freed large buffers go back to the kernel at once: an idle sandbox is to cost next to nothing. */
    mallopt(M_MMAP_THRESHOLD, 64 << 10);
    mallopt(M_TRIM_THRESHOLD, 64 << 10);
    umask(022);
    loop_init();
    configure();
    if (chdir(HOME) < 0)
        give_up("cannot change to the home directory", errno);
    arrange_signals();
    arrange_alarm();
    arrange_descriptors();
    for (;;) {
        uint64_t now = now_ms();
        if (more_to_reap)
            reap();
        uint64_t due = run_tick(now), next = kernel_tick(now);
        due = next < due ? next : due;
        next = worker_tick(now);
        due = next < due ? next : due;
        next = link_tick(now);
        due = next < due ? next : due;
        loop_round(more_to_reap ? now : due);
    }
}
