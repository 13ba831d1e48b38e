#include "kernel.h"

#include "child.h"
#include "drain.h"
#include "link.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

enum {
    KERNELS_MAX = 16,
    NAME_MAX_BYTES = 64,
    GRACE_MS = 1000,
    AGAIN_MS = 200, /* an interpreter loses a SIGINT that comes before its code has begun or, in bash, as a child ends */
    CATCHES_MS = 20,
    DEATH_MS = 2000,
    READ_AT_ONCE = 64 << 10,
    FLAG_TIMED_OUT = 1,
    FLAG_SPILLED = 2,
    FLAG_DIED = 4,
    FLAG_STARTED = 8,
};

/*
 * One interpreter by name. While `busy` it works on a call; from the answer (or its death) on the call is `answering`, and the
 * next one must wait until that is written. All that comes from the process is hostile: a wrong length, an answer nobody asked
 * for or a closed pipe ends it. (The file is long because it is one state machine: who may change a state stands beside it.)
 */
struct kernel {
    struct kernel *next;
    struct answer answer;
    char *name;
    pid_t pid; /* 0: not running */
    struct watch requests, responses;
    struct drain drains[2];
    struct buffer request;  /* what it has still to read */
    struct buffer response; /* length and bytes, as far as they have come */
    size_t sent;            /* how much of the response has left in BULK frames */
    struct output output;
    uint64_t due;
    uint64_t grace; /* when it is INTERRUPTED: the end of it */
    uint32_t op; /* 0: nobody waits */
    int exit_code;
    uint8_t flags;
    enum { IDLE, WORKING, INTERRUPTED, DYING } state;
    bool busy, answering;
};

static struct kernel *kernels;

static void close_pipes(struct kernel *kernel)
{
    watch_close(&kernel->requests);
    watch_close(&kernel->responses);
    watch_close(&kernel->drains[0].watch);
    watch_close(&kernel->drains[1].watch);
    buffer_free(&kernel->request);
}

static void kill_kernel(struct kernel *kernel)
{
    if (kernel->state == DYING || kernel->pid == 0)
        return;
    kill(-kernel->pid, SIGKILL);
    kernel->state = DYING;
    kernel->due = now_ms() + DEATH_MS;
}

/* ---- the answer ---- */

static bool emit(struct answer *answer)
{
    struct kernel *kernel = (struct kernel *)((uint8_t *)answer - offsetof(struct kernel, answer));
    size_t whole = buffer_size(&kernel->response);
    if (kernel->sent < whole) {
        size_t part = whole - kernel->sent < CHUNK_MAX ? whole - kernel->sent : CHUNK_MAX;
        frame_begin(BULK, kernel->op);
        put_bytes(buffer_bytes(&kernel->response) + kernel->sent, part);
        frame_end();
        kernel->sent += part;
        return false;
    }
    frame_begin(RAN, kernel->op);
    put_u8(kernel->flags | (output_spilled(&kernel->output) ? FLAG_SPILLED : 0));
    put_u32((uint32_t)kernel->exit_code);
    output_put(&kernel->output);
    frame_end();
    output_free(&kernel->output);
    buffer_free(&kernel->response);
    kernel->answering = false;
    kernel->op = 0;
    return true;
}

/* The call is over, with a response in the buffer or without one. */
static void finish(struct kernel *kernel, int exit_code)
{
    for (int i = 0; i < 2; i++) {
        drain_now(&kernel->drains[i]);
        kernel->drains[i].output = NULL;
    }
    kernel->busy = false;
    kernel->exit_code = kernel->flags & FLAG_TIMED_OUT ? -1 : exit_code;
    kernel->sent = 0;
    if (kernel->op) {
        kernel->answering = true;
        link_answer(&kernel->answer);
    } else {
        output_free(&kernel->output);
        buffer_free(&kernel->response);
    }
}

static void gone(struct kernel *kernel, int exit_code)
{
    kernel->pid = 0;
    kernel->due = NEVER;
    kernel->state = IDLE;
    if (kernel->busy) {
        kernel->flags |= FLAG_DIED;
        buffer_free(&kernel->response);
        finish(kernel, exit_code);
    }
    close_pipes(kernel);
}

/* ---- talking to the process ---- */

static void send_request(struct watch *watch, uint32_t events)
{
    struct kernel *kernel = watch->owner;
    size_t size = buffer_size(&kernel->request);
    ssize_t n = size > 0 ? write(watch->fd, buffer_bytes(&kernel->request), size) : 0;
    if (n > 0)
        buffer_consume(&kernel->request, (size_t)n);
    else if ((n < 0 && errno != EAGAIN && errno != EINTR) || (size == 0 && events & EPOLLERR))
        kill_kernel(kernel);
    if (watch->open && kernel->state == DYING)
        watch_close(watch); /* a broken pipe would be reported for ever */
    else
        watch_events(watch, buffer_size(&kernel->request) > 0 ? EPOLLOUT : 0);
}

/* Reads no further than the end of one response, so that what follows it is noticed as unasked for. */
static void receive_response(struct watch *watch, uint32_t events)
{
    (void)events;
    struct kernel *kernel = watch->owner;
    size_t have = buffer_size(&kernel->response);
    size_t whole = have < FRAME_HEAD ? FRAME_HEAD : FRAME_HEAD + (size_t)decode_u32(buffer_bytes(&kernel->response));
    size_t portion = whole - have < READ_AT_ONCE ? whole - have : READ_AT_ONCE;
    uint8_t unasked[1];
    uint8_t *at = kernel->busy ? buffer_reserve(&kernel->response, portion) : unasked;
    ssize_t n = at ? read(watch->fd, at, kernel->busy ? portion : sizeof unasked) : -1;
    if (at && n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n <= 0 || !kernel->busy) {
        watch_close(watch);
        kill_kernel(kernel);
        return;
    }
    kernel->response.to += (size_t)n;
    have += (size_t)n;
    if (have < FRAME_HEAD)
        return;
    size_t length = decode_u32(buffer_bytes(&kernel->response));
    if (length > STAGED_MAX) {
        watch_close(watch);
        kill_kernel(kernel);
    } else if (have == FRAME_HEAD + length && kernel->state != DYING) {
        buffer_consume(&kernel->response, FRAME_HEAD);
        int exit_code = kernel->state == INTERRUPTED ? 128 + SIGINT : 0;
        kernel->state = IDLE;
        kernel->due = NEVER;
        finish(kernel, exit_code);
    }
}

/* ---- start ---- */

struct order {
    char *name, **argv, **env, *cwd;
    uint32_t timeout, shown;
    uint64_t file_limit;
};

/* A pipe of which we watch one end (0 reading, 1 writing); the other one comes back. */
static int open_pipe(struct kernel *kernel, struct watch *watch, int end, int *other)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return errno;
    fcntl(ends[end], F_SETFL, O_NONBLOCK);
    int error = watch_open(watch, ends[end], end ? 0 : EPOLLIN, end ? send_request : receive_response, kernel);
    if (error)
        close(ends[!end]);
    else
        *other = ends[!end];
    return error;
}

/* 0, or an errno and the stage it belongs to. */
static int start(struct kernel *kernel, const struct order *order, const char **stage)
{
    int theirs[4] = {-1, -1, -1, -1};
    int error = open_pipe(kernel, &kernel->requests, 1, &theirs[0]);
    for (int i = 0; i < 2 && !error; i++)
        error = drain_open(&kernel->drains[i], &theirs[1 + i], NULL, i);
    if (!error)
        error = open_pipe(kernel, &kernel->responses, 0, &theirs[3]);
    *stage = "limit";
    if (!error) {
        struct spawn spawn = {.cwd = order->cwd, .argv = order->argv, .env = order->env,
                              .in = theirs[0], .out = theirs[1], .err = theirs[2], .extra = theirs[3]};
        pid_t pid = child_spawn(&spawn);
        error = pid < 0 ? spawn.error : 0;
        *stage = spawn.stage;
        kernel->pid = pid < 0 ? 0 : pid;
    }
    for (int i = 0; i < 4; i++)
        if (theirs[i] >= 0)
            close(theirs[i]);
    if (error)
        close_pipes(kernel);
    kernel->state = IDLE;
    return error;
}

static struct kernel *find_or_add(char *name)
{
    size_t count = 0;
    for (struct kernel *kernel = kernels; kernel; kernel = kernel->next, count++)
        if (strcmp(kernel->name, name) == 0)
            return kernel;
    struct kernel *kernel = count < KERNELS_MAX ? calloc(1, sizeof *kernel) : NULL;
    if (!kernel || !(kernel->name = strdup(name))) {
        free(kernel);
        return NULL;
    }
    kernel->answer.emit = emit;
    kernel->due = NEVER;
    kernel->next = kernels;
    kernels = kernel;
    return kernel;
}

static void begin(struct kernel *kernel, uint32_t op, const struct order *order, struct buffer *staged)
{
    kernel->op = op;
    kernel->busy = true;
    kernel->state = WORKING;
    kernel->due = order->timeout ? now_ms() + order->timeout : NEVER;
    output_init(&kernel->output, order->shown, order->file_limit);
    for (int i = 0; i < 2; i++) {
        drain_now(&kernel->drains[i]); /* what came since the last call belongs to none */
        kernel->drains[i].output = &kernel->output;
    }
    uint8_t head[FRAME_HEAD];
    encode_u32(head, (uint32_t)buffer_size(staged));
    buffer_free(&kernel->request);
    if (!buffer_append(&kernel->request, head, sizeof head) ||
        (buffer_size(staged) > 0 && !buffer_append(&kernel->request, buffer_bytes(staged), buffer_size(staged))))
        kill_kernel(kernel);
    else
        send_request(&kernel->requests, 0);
}

static void evaluate(uint32_t op, const struct order *order, struct buffer *staged)
{
    const char *stage;
    struct kernel *kernel = find_or_add(order->name);
    if (!kernel) {
        answer_failed(op, EAGAIN, "limit");
        return;
    }
    if (kernel->busy || kernel->answering || kernel->state == DYING) {
        answer_failed(op, EBUSY, "kernel");
        return;
    }
    kernel->flags = 0;
    if (kernel->pid == 0) {
        int error = start(kernel, order, &stage);
        if (error) {
            answer_failed(op, error, stage);
            return;
        }
        kernel->flags = FLAG_STARTED;
    }
    begin(kernel, op, order, staged);
}

bool kernel_request(uint32_t op, struct reader *in, struct buffer *staged)
{
    struct order order = {0};
    order.name = read_text(in);
    order.argv = in->bad ? NULL : read_list(in);
    order.env = in->bad ? NULL : read_list(in);
    order.cwd = in->bad ? NULL : read_text(in);
    order.timeout = read_u32(in);
    order.shown = read_u32(in);
    order.file_limit = read_u64(in);
    bool good = read_all(in) && *order.name && strlen(order.name) <= NAME_MAX_BYTES && order.argv[0];
    for (char **assignment = order.env; good && *assignment; assignment++)
        good = strchr(*assignment, '=') != NULL;
    if (good && order.shown > SHOWN_MAX)
        answer_failed(op, EINVAL, "limit");
    else if (good)
        evaluate(op, &order, staged);
    free(order.name);
    free(order.argv);
    free(order.env);
    free(order.cwd);
    return good;
}

/* ---- the rest of its life ---- */

static struct kernel *find(uint32_t op)
{
    struct kernel *kernel = kernels;
    while (kernel && (kernel->op != op || !(kernel->busy || kernel->answering)))
        kernel = kernel->next;
    return kernel;
}

bool kernel_is_running(uint32_t op)
{
    return find(op) != NULL;
}

/* Not yet while it starts, and no more while bash replaces itself after the first: SIGINT would be its death then. */
static bool catches_interrupts(pid_t pid)
{
    char path[32];
    char text[4096];
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[n < 0 ? 0 : n] = '\0';
    const char *caught = strstr(text, "\nSigCgt:");
    return !caught || (strtoull(caught + strlen("\nSigCgt:"), NULL, 16) >> (SIGINT - 1) & 1);
}

static void send_interrupt(struct kernel *kernel)
{
    bool now = catches_interrupts(kernel->pid);
    uint64_t again = now_ms() + (now ? AGAIN_MS : CATCHES_MS);
    if (now)
        kill(-kernel->pid, SIGINT);
    kernel->due = again < kernel->grace ? again : kernel->grace;
}

static void interrupt(struct kernel *kernel)
{
    if (kernel->state != WORKING)
        return;
    kernel->state = INTERRUPTED;
    kernel->grace = now_ms() + GRACE_MS;
    send_interrupt(kernel);
}

void kernel_interrupt(uint32_t op)
{
    struct kernel *kernel = find(op);
    if (kernel)
        interrupt(kernel);
}

bool kernel_reaped(pid_t pid, int status)
{
    for (struct kernel *kernel = kernels; kernel; kernel = kernel->next) {
        if (kernel->pid == pid) {
            gone(kernel, child_exit_code(status));
            return true;
        }
    }
    return false;
}

static void overdue(struct kernel *kernel)
{
    if (kernel->state == WORKING) {
        kernel->flags |= FLAG_TIMED_OUT;
        interrupt(kernel);
    } else if (kernel->state == INTERRUPTED && now_ms() < kernel->grace) {
        send_interrupt(kernel);
    } else if (kernel->state == INTERRUPTED) {
        kill_kernel(kernel);
    } else {
        gone(kernel, 128 + SIGKILL);
    }
}

uint64_t kernel_tick(uint64_t now)
{
    uint64_t next = NEVER;
    for (struct kernel *kernel = kernels; kernel; kernel = kernel->next) {
        if (kernel->due <= now)
            overdue(kernel);
        next = kernel->due < next ? kernel->due : next;
    }
    return next;
}

void kernel_drop_all(void)
{
    for (struct kernel *kernel = kernels; kernel; kernel = kernel->next) {
        if (!kernel->busy)
            continue;
        kernel->op = 0;
        interrupt(kernel);
    }
}
