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
 *
 * A streaming one answers piece by piece from its beginning, and while it has no credit its pipes are not read. What they hold when
 * the program ends is handed over without credit, so that the answer never waits for whoever listens; only then it lingers.
 *
 * Long because both kinds live the same life, which is told here once.
 */
struct run {
    struct run *next; /* among the running, or among the lingering */
    struct answer answer;
    struct output output;
    struct drain drains[2];
    uint64_t due;
    size_t left[2]; /* streaming, after the program's end: what its pipes held then and is still to be handed over */
    uint32_t op;    /* 0: nobody waits for the answer */
    uint32_t credit;
    pid_t pid;
    int exit_code;
    int turn; /* the pipe that was read first */
    bool timed_out, dying, running, answering, streaming, ready[2];
};

static struct run *runs, *lingering; /* the newest lingering first */
static size_t run_count; /* those whose program or output is not done with */

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

static void linger(struct run *run)
{
    run_count--;
    drain_discard(&run->drains[0]);
    drain_discard(&run->drains[1]);
    run->next = lingering;
    lingering = run;
    free_when_over(run);
    bound_lingering();
}

static bool emit_ran(struct run *run)
{
    frame_begin(RAN, run->op);
    put_u8((run->timed_out ? FLAG_TIMED_OUT : 0) | (output_spilled(&run->output) ? FLAG_SPILLED : 0));
    put_u32((uint32_t)run->exit_code);
    output_put(&run->output);
    frame_end();
    output_free(&run->output);
    run->answering = false;
    if (run->streaming)
        linger(run);
    else
        free_when_over(run);
    return true;
}

/* ---- output handed over while the program runs ---- */

static void answer_when_able(struct run *run)
{
    if (run->answering || run->credit <= OUTPUT_COST || !(run->ready[0] || run->ready[1]))
        return;
    run->answering = true;
    link_answer(&run->answer);
}

static void pipe_offers(struct drain *drain)
{
    struct run *run = drain->owner;
    run->ready[drain->which] = true;
    answer_when_able(run);
}

static void hand_over(struct drain *drain, const uint8_t *bytes, size_t size)
{
    struct run *run = drain->owner;
    frame_begin(OUTPUT, run->op);
    put_u8((uint8_t)drain->which);
    put_str(bytes, size);
    frame_end();
}

static void emit_ready(struct run *run)
{
    run->answering = false;
    run->turn = !run->turn; /* neither stream takes all the credit */
    for (int i = 0; i < 2; i++) {
        int which = i ^ run->turn;
        if (!run->ready[which] || run->credit <= OUTPUT_COST)
            continue;
        run->ready[which] = false;
        size_t n = drain_read(&run->drains[which], run->credit - OUTPUT_COST);
        run->credit -= n > 0 ? (uint32_t)n + OUTPUT_COST : 0;
        drain_await(&run->drains[which]);
    }
}

static bool emit_left(struct run *run)
{
    for (int i = 0; i < 2; i++) {
        size_t n = run->left[i] > 0 ? drain_read(&run->drains[i], run->left[i]) : 0;
        run->left[i] = n > 0 ? run->left[i] - n : 0;
        if (n > 0)
            return true;
    }
    return false;
}

static bool emit(struct answer *answer)
{
    struct run *run = (struct run *)((uint8_t *)answer - offsetof(struct run, answer));
    if (run->running) {
        emit_ready(run);
        return true;
    }
    return !emit_left(run) && emit_ran(run);
}

/* ---- end ---- */

/* The program is gone, or is taken for gone: takes what its pipes hold, answers, and lets the pipes linger. */
static void finish(struct run *run, int exit_code)
{
    unlink_run(&runs, run);
    run->exit_code = run->timed_out ? -1 : exit_code;
    if (run->op && !run->answering)
        link_answer(&run->answer);
    run->answering = run->op != 0;
    for (int i = 0; i < 2; i++) {
        if (run->streaming)
            run->left[i] = drain_held(&run->drains[i]);
        else
            drain_now(&run->drains[i]);
    }
    run->running = false;
    if (!run->answering || !run->streaming)
        linger(run);
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
    uint32_t timeout, shown, window;
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

static void start_streaming(struct run *run, uint32_t window)
{
    run->streaming = true;
    run->credit = window;
    for (int i = 0; i < 2; i++) {
        run->drains[i].offers = pipe_offers;
        run->drains[i].took = hand_over;
        drain_await(&run->drains[i]);
    }
    frame_begin(STARTED, run->op);
    frame_end();
}

static void start(uint32_t op, const struct order *order)
{
    struct run *run = run_count < RUNS_MAX ? calloc(1, sizeof *run) : NULL;
    if (!run) {
        answer_failed(op, EAGAIN, "limit");
        return;
    }
    run->answer.emit = emit;
    bool collects = order->window == 0; /* or only counts */
    output_init(&run->output, collects ? order->shown : 0, collects ? order->file_limit : 0);
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
    if (order->window > 0)
        start_streaming(run, order->window);
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
    order.window = read_u32(in);
    bool good = read_all(in) && order.argv[0] && all_assign(order.env);
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

bool run_credit(uint32_t op, uint32_t more)
{
    struct run *run = find(op);
    if (!run)
        return true; /* it has ended meanwhile */
    if (!run->streaming || more > UINT32_MAX - run->credit)
        return false;
    run->credit += more;
    answer_when_able(run);
    return true;
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
        drain_discard(&run->drains[0]);
        drain_discard(&run->drains[1]);
    }
}
