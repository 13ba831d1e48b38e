#include "run.h"

#include "child.h"
#include "drain.h"
#include "link.h"

#include <signal.h>
#include <unistd.h>

enum {
    RUNS_MAX = 1024,
    LINGERING_MAX = 64,
    DEATH_MS = 2000, /* how long a killed program may take to be gone before we answer without it */
    FLAG_TIMED_OUT = 1,
    FLAG_SPILLED = 2,
};

/*
 * A run is running (in `runs`, pid > 0), then answering (waiting for room in the queue), and lingers as long as its children
 * hold its pipes, which are read and discarded so that they do not die of SIGPIPE.
 */
struct run {
    struct run *next; /* among the running, or among the lingering */
    struct answer answer;
    struct output output;
    struct drain drains[2];
    uint64_t due;
    uint32_t op; /* 0: nobody waits for the answer */
    pid_t pid;
    int exit_code;
    bool timed_out, dying, running, answering;
};

static struct run *runs, *lingering; /* the newest lingering first */
static size_t run_count;

static void unlink_run(struct run **from, struct run *run)
{
    for (; *from; from = &(*from)->next) {
        if (*from == run) {
            *from = run->next;
            return;
        }
    }
}

static void free_when_over(struct run *run)
{
    if (run->running || run->answering || run->drains[0].watch.open || run->drains[1].watch.open)
        return;
    unlink_run(&lingering, run);
    output_free(&run->output);
    loop_free(run);
}

static void pipe_ended(struct drain *drain)
{
    free_when_over(drain->owner);
}

static void bound_lingering(void)
{
    size_t count = 0;
    struct run *oldest = NULL;
    for (struct run *run = lingering; run; run = run->next, count++)
        oldest = run;
    if (count <= LINGERING_MAX)
        return;
    watch_close(&oldest->drains[0].watch);
    watch_close(&oldest->drains[1].watch);
    unlink_run(&lingering, oldest);
    free_when_over(oldest);
}

static bool emit_ran(struct answer *answer)
{
    struct run *run = (struct run *)((uint8_t *)answer - offsetof(struct run, answer));
    frame_begin(RAN, run->op);
    put_u8((run->timed_out ? FLAG_TIMED_OUT : 0) | (output_spilled(&run->output) ? FLAG_SPILLED : 0));
    put_u32((uint32_t)run->exit_code);
    output_put(&run->output);
    frame_end();
    output_free(&run->output);
    run->answering = false;
    free_when_over(run);
    return true;
}

/* The program is gone, or is taken for gone: takes what its pipes hold, answers, and lets the pipes linger. */
static void finish(struct run *run, int exit_code)
{
    unlink_run(&runs, run);
    run_count--;
    run->exit_code = run->timed_out ? -1 : exit_code;
    for (int i = 0; i < 2; i++) {
        drain_now(&run->drains[i]);
        run->drains[i].output = NULL;
    }
    run->next = lingering;
    lingering = run;
    run->running = false;
    run->answering = run->op != 0;
    if (run->answering)
        link_answer(&run->answer);
    free_when_over(run);
    bound_lingering();
}

static void kill_group(struct run *run)
{
    if (run->dying)
        return;
    kill(-run->pid, SIGKILL);
    run->dying = true;
    run->due = now_ms() + DEATH_MS;
}

/* ---- start ---- */

struct order {
    char *cwd, **argv, **env;
    uint32_t timeout, shown;
    uint64_t file_limit;
};

static void close_both(int fds[2])
{
    for (int i = 0; i < 2; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}

static void abandon(struct run *run, uint32_t op, int error, const char *stage)
{
    watch_close(&run->drains[0].watch);
    watch_close(&run->drains[1].watch);
    loop_free(run);
    answer_failed(op, error, stage);
}

static void start(uint32_t op, const struct order *order)
{
    struct run *run = run_count < RUNS_MAX ? calloc(1, sizeof *run) : NULL;
    if (!run) {
        answer_failed(op, EAGAIN, "limit");
        return;
    }
    run->answer.emit = emit_ran;
    output_init(&run->output, order->shown, order->file_limit);
    int writing[2] = {-1, -1}, error = 0;
    for (int i = 0; i < 2 && !error; i++) {
        error = drain_open(&run->drains[i], &writing[i], &run->output, i);
        run->drains[i].ended = pipe_ended;
        run->drains[i].owner = run;
    }
    if (error) {
        close_both(writing);
        abandon(run, op, error, "limit");
        return;
    }
    struct spawn spawn = {.cwd = order->cwd, .argv = order->argv, .env = order->env,
                          .in = STDIN_FILENO, .out = writing[0], .err = writing[1], .extra = -1};
    run->pid = child_spawn(&spawn);
    close_both(writing);
    if (run->pid < 0) {
        abandon(run, op, spawn.error, spawn.stage);
        return;
    }
    run->op = op;
    run->running = true;
    run->due = order->timeout ? now_ms() + order->timeout : NEVER;
    run->next = runs;
    runs = run;
    run_count++;
}

static bool all_assign(char *const *env)
{
    for (; *env; env++)
        if (!strchr(*env, '=') || **env == '=')
            return false;
    return true;
}

bool run_request(uint32_t op, struct reader *in)
{
    struct order order = {0};
    order.cwd = read_text(in);
    order.argv = in->bad ? NULL : read_list(in);
    order.env = in->bad ? NULL : read_list(in);
    order.timeout = read_u32(in);
    order.shown = read_u32(in);
    order.file_limit = read_u64(in);
    uint32_t reserved = read_u32(in);
    bool good = read_all(in) && reserved == 0 && order.argv[0] && all_assign(order.env);
    if (good && order.shown > SHOWN_MAX)
        answer_failed(op, EINVAL, "limit");
    else if (good)
        start(op, &order);
    free(order.cwd);
    free(order.argv);
    free(order.env);
    return good;
}

/* ---- the rest of its life ---- */

static struct run *find(uint32_t op)
{
    struct run *run = runs;
    while (run && run->op != op)
        run = run->next;
    return run;
}

bool run_is_running(uint32_t op)
{
    return find(op) != NULL;
}

void run_kill(uint32_t op)
{
    struct run *run = find(op);
    if (run)
        kill_group(run);
}

bool run_reaped(pid_t pid, int status)
{
    for (struct run *run = runs; run; run = run->next) {
        if (run->pid == pid) {
            finish(run, child_exit_code(status));
            return true;
        }
    }
    return false;
}

uint64_t run_tick(uint64_t now)
{
    uint64_t next = NEVER;
    for (struct run *run = runs, *after; run; run = after) {
        after = run->next;
        if (run->due <= now) {
            if (run->dying) {
                finish(run, 128 + SIGKILL);
                continue;
            }
            run->timed_out = true;
            kill_group(run);
        }
        next = run->due < next ? run->due : next;
    }
    return next;
}

void run_drop_all(void)
{
    for (struct run *run = runs; run; run = run->next) {
        run->op = 0;
        kill_group(run);
    }
}
