#include "child.h"

#include "limits.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BASE_ENV_MAX = 64, LIMITS_MAX = 16, CHILD_NOFILE = 1024, CHILD_STACK = 32 << 10 };

#define DEFAULT_PATH "/usr/local/bin:/usr/bin:/bin"

static char *base_env[BASE_ENV_MAX + 1];
static struct limit limits[LIMITS_MAX];
static size_t base_env_count, limit_count;

/*
 * Our own oom_score_adj. Children are to be killed before us, but a child that still shares our undumpable memory may not open its
 * own; so we raise ours for the moment of the birth, and the child inherits it. The file is opened before we turn undumpable.
 */
static int oom_fd = -1;
static char oom_usual[16] = "0";

void child_before_undumpable(void)
{
    oom_fd = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
    ssize_t n = oom_fd < 0 ? -1 : read(oom_fd, oom_usual, sizeof oom_usual - 1);
    if (n > 0)
        oom_usual[n] = '\0';
}

static void set_oom_score(const char *score)
{
    /* Without /proc, or without the right to go back, all have the same score: worse, not wrong. */
    if (oom_fd >= 0 && pwrite(oom_fd, score, strlen(score), 0) < 0)
        return;
}

void child_init(const struct record *record)
{
    for (const char *entry = NULL, *value; (entry = record_next(record, entry));) {
        if ((value = record_value(entry, "env"))) {
            if (base_env_count == BASE_ENV_MAX || !strchr(value, '='))
                give_up("env", EINVAL);
            base_env[base_env_count] = strdup(value);
            if (!base_env[base_env_count++])
                give_up("no memory for the environment", 0);
        } else if ((value = record_value(entry, "rlimit"))) {
            if (limit_count == LIMITS_MAX || !limit_parse(&limits[limit_count++], value))
                give_up("rlimit", EINVAL);
        }
    }
}

/* ---- environment and program ---- */

static bool same_name(const char *a, const char *b)
{
    size_t length = (size_t)(strchrnul(a, '=') - a);
    return strncmp(a, b, length) == 0 && b[length] == '=';
}

static char **merged_env(char *const *over)
{
    size_t count = 0;
    while (over[count])
        count++;
    char **env = malloc((base_env_count + count + 1) * sizeof *env);
    if (!env)
        return NULL;
    size_t merged = 0;
    for (size_t i = 0; i < base_env_count; i++) {
        size_t j = 0;
        while (j < count && !same_name(base_env[i], over[j]))
            j++;
        if (j == count)
            env[merged++] = base_env[i];
    }
    memcpy(env + merged, over, (count + 1) * sizeof *env);
    return env;
}

static const char *path_of(char *const *env)
{
    for (; *env; env++)
        if (strncmp(*env, "PATH=", 5) == 0)
            return *env + 5;
    return DEFAULT_PATH;
}

/* Tries the program in each directory of PATH; returns the errno that tells most. Runs in the child: no memory is taken. */
static int execute(const char *program, char *const *argv, char *const *env)
{
    if (strchr(program, '/')) {
        execve(program, argv, env);
        return errno;
    }
    static char candidate[4096];
    int error = ENOENT;
    for (const char *at = path_of(env); *at;) {
        size_t length = (size_t)(strchrnul(at, ':') - at);
        int size = snprintf(candidate, sizeof candidate, "%.*s/%s", (int)length, at, program);
        if (length > 0 && size > 0 && (size_t)size < sizeof candidate) {
            execve(candidate, argv, env);
            if (errno != ENOENT && errno != ENOTDIR)
                error = errno;
        }
        at += length;
        at += *at == ':';
    }
    return error;
}

/* ---- birth ---- */

struct birth {
    struct spawn *spawn;
    char **env;
};

static void fail_if(struct spawn *spawn, bool failed, const char *stage)
{
    if (!failed)
        return;
    spawn->error = errno ? errno : EIO;
    spawn->stage = stage;
    _exit(127);
}

static void limit_descriptors(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) < 0)
        return;
    files.rlim_cur = files.rlim_max < CHILD_NOFILE ? files.rlim_max : CHILD_NOFILE;
    setrlimit(RLIMIT_NOFILE, &files);
}

/* In the child, which shares our memory until it executes the program; we sleep meanwhile. */
static int be_born(void *argument)
{
    const struct birth *birth = argument;
    struct spawn *spawn = birth->spawn;
    setsid();
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    fail_if(spawn, dup2(spawn->in, 0) < 0 || dup2(spawn->out, 1) < 0 || dup2(spawn->err, 2) < 0, "spawn");
    int last = 2;
    if (spawn->extra >= 0) {
        last = 3;
        fail_if(spawn, spawn->extra != last && dup2(spawn->extra, last) < 0, "spawn");
        fail_if(spawn, fcntl(last, F_SETFD, 0) < 0, "spawn");
    }
    fail_if(spawn, syscall(SYS_close_range, (unsigned)last + 1, ~0u, 0u) < 0, "spawn");
    fail_if(spawn, *spawn->cwd && chdir(spawn->cwd) < 0, "cwd");
    limit_descriptors();
    for (size_t i = 0; i < limit_count; i++) {
        errno = limit_apply(&limits[i]);
        fail_if(spawn, errno != 0, "spawn");
    }
    umask(022);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    errno = execute(spawn->argv[0], spawn->argv, birth->env);
    fail_if(spawn, true, "spawn");
    return 127;
}

pid_t child_spawn(struct spawn *spawn)
{
    static _Alignas(16) uint8_t stack[CHILD_STACK];
    struct birth birth = {spawn, merged_env(spawn->env)};
    spawn->error = birth.env ? 0 : ENOMEM;
    spawn->stage = "spawn";
    if (!birth.env)
        return -1;
    set_oom_score("500");
    pid_t pid = clone(be_born, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, &birth);
    if (pid < 0)
        spawn->error = errno;
    set_oom_score(oom_usual);
    free(birth.env);
    if (pid > 0 && spawn->error) {
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
            ;
        return -1;
    }
    return pid;
}

pid_t child_fork(void)
{
    pid_t pid = fork();
    if (pid == 0)
        syscall(SYS_close_range, 3u, ~0u, 0u);
    return pid;
}

int child_exit_code(int status)
{
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
