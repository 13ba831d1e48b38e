#include "worker.h"

#include "child.h"
#include "link.h"
#include "tree.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORKERS_MAX = 16, PATIENCE_MS = 120000 };

struct worker {
    uint64_t due;
    uint32_t op; /* 0: nobody waits */
    pid_t pid;   /* 0: a free place */
    bool late;
};

static struct worker workers[WORKERS_MAX];

void worker_start(uint32_t op, uint8_t type, const char *path, const char *target)
{
    struct worker *worker = workers;
    while (worker < workers + WORKERS_MAX && worker->pid)
        worker++;
    if (worker == workers + WORKERS_MAX) {
        answer_failed(op, EAGAIN, "limit");
        return;
    }
    pid_t pid = child_fork();
    if (pid < 0) {
        answer_failed(op, errno, "limit");
    } else if (pid == 0) {
        _exit(type == REMOVE ? tree_remove(path) : tree_move(path, target)); /* an errno fits into an exit code */
    } else {
        *worker = (struct worker){.due = now_ms() + PATIENCE_MS, .op = op, .pid = pid};
    }
}

static struct worker *find(uint32_t op)
{
    for (struct worker *worker = workers; worker < workers + WORKERS_MAX; worker++)
        if (worker->pid && worker->op == op)
            return worker;
    return NULL;
}

bool worker_is_running(uint32_t op)
{
    return find(op) != NULL;
}

void worker_kill(uint32_t op)
{
    struct worker *worker = find(op);
    if (worker)
        kill(worker->pid, SIGKILL);
}

bool worker_reaped(pid_t pid, int status)
{
    for (struct worker *worker = workers; worker < workers + WORKERS_MAX; worker++) {
        if (worker->pid != pid)
            continue;
        int error = WIFEXITED(status) ? WEXITSTATUS(status) : worker->late ? ETIMEDOUT : EINTR;
        if (worker->op && error)
            answer_failed(worker->op, error, "path");
        else if (worker->op)
            answer_done(worker->op, 0);
        *worker = (struct worker){0};
        return true;
    }
    return false;
}

uint64_t worker_tick(uint64_t now)
{
    uint64_t next = NEVER;
    for (struct worker *worker = workers; worker < workers + WORKERS_MAX; worker++) {
        if (!worker->pid)
            continue;
        if (worker->due <= now) {
            worker->late = true;
            kill(worker->pid, SIGKILL);
            worker->due = NEVER;
        }
        next = worker->due < next ? worker->due : next;
    }
    return next;
}

void worker_drop_all(void)
{
    for (struct worker *worker = workers; worker < workers + WORKERS_MAX; worker++) {
        if (!worker->pid)
            continue;
        worker->op = 0;
        kill(worker->pid, SIGKILL);
    }
}
