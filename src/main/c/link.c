#include "link.h"

#include "staging.h"

#include <stdio.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define CONTROL_SOCKET "/run/sandgate/control/s"

enum {
    PROTOCOL_VERSION = 1,
    RETRY_MS = 200,
    GREETING_MS = 5000,
    READ_AT_ONCE = 16 << 10,
    QUEUE_HIGH = 256 << 10, /* from here on no request is read and no waiting answer is written */
};

static enum { DOWN, GREETING, UP } state;
static struct watch socket_watch;
static struct buffer incoming, outgoing;
static size_t frame_start;
static bool broken, unread; /* to be dropped at the next tick; whole frames may lie in `incoming` */
static uint64_t retry_at, greeting_ends;
static struct answer *first_answer, **last_answer = &first_answer;
static uint8_t secret[32];
static const struct link_events *tell;

static void receive(struct watch *watch, uint32_t events);

void link_init(const uint8_t the_secret[32], const struct link_events *events)
{
    memcpy(secret, the_secret, sizeof secret);
    tell = events;
}

bool link_greeted(void)
{
    return state == UP;
}

/* ---- out ---- */

void frame_begin(uint8_t type, uint32_t op)
{
    frame_start = buffer_size(&outgoing);
    put_u32(0);
    put_u8(type);
    put_u32(op);
}

void put_bytes(const void *bytes, size_t size)
{
    if (state != DOWN && !broken && !buffer_append(&outgoing, bytes, size))
        broken = true;
}

void put_u8(uint8_t value)
{
    put_bytes(&value, 1);
}

void put_u32(uint32_t value)
{
    uint8_t bytes[4];
    encode_u32(bytes, value);
    put_bytes(bytes, sizeof bytes);
}

void put_u64(uint64_t value)
{
    put_u32((uint32_t)(value >> 32));
    put_u32((uint32_t)value);
}

void put_str(const void *bytes, size_t size)
{
    put_u32((uint32_t)size);
    put_bytes(bytes, size);
}

void frame_end(void)
{
    if (state != DOWN && !broken)
        encode_u32(buffer_bytes(&outgoing) + frame_start, (uint32_t)(buffer_size(&outgoing) - frame_start - FRAME_HEAD));
}

void answer_done(uint32_t op, uint64_t value)
{
    frame_begin(DONE, op);
    put_u64(value);
    frame_end();
}

void answer_failed(uint32_t op, int error, const char *stage)
{
    frame_begin(FAILED, op);
    put_u32((uint32_t)error);
    put_str(stage, strlen(stage));
    frame_end();
}

void link_answer(struct answer *answer)
{
    answer->next = NULL;
    *last_answer = answer;
    last_answer = &answer->next;
}

static void write_answers(void)
{
    while (first_answer && (state == DOWN || broken || buffer_size(&outgoing) < QUEUE_HIGH)) {
        struct answer *answer = first_answer, *next = answer->next;
        if (!answer->emit(answer))
            continue;
        first_answer = next;
        if (!next)
            last_answer = &first_answer;
    }
}

static void flush(void)
{
    while (!broken && buffer_size(&outgoing) > 0) {
        ssize_t n = send(socket_watch.fd, buffer_bytes(&outgoing), buffer_size(&outgoing), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n > 0)
            buffer_consume(&outgoing, (size_t)n);
        else if (errno == EAGAIN)
            return;
        else if (errno != EINTR)
            broken = true;
    }
}

/* ---- in ---- */

static bool welcome(uint8_t type, uint32_t op, struct reader *in)
{
    int64_t deadline = (int64_t)read_u64(in);
    uint32_t orphan = read_u32(in);
    if (type != WELCOME || op != 0 || !read_all(in))
        return false;
    state = UP;
    tell->welcome(deadline, orphan);
    return true;
}

static bool dispatch(const uint8_t *frame, uint32_t length)
{
    uint8_t type = frame[0];
    uint32_t op = decode_u32(frame + 1);
    struct reader in = {frame + FRAME_MIN, frame + length, false};
    if (state == GREETING)
        return welcome(type, op, &in);
    if (type == BULK)
        return op != 0 && staging_add(op, (struct bytes){in.at, (uint32_t)(in.end - in.at)});
    struct buffer staged;
    if (!staging_take(op, &staged)) {
        answer_failed(op, ENOBUFS, "limit");
        return true;
    }
    bool good = tell->frame(type, op, &in, &staged);
    buffer_free(&staged);
    return good;
}

/* Handles the whole frames that have arrived, until the outgoing queue is full. */
static void parse(void)
{
    unread = false;
    while (!broken && buffer_size(&incoming) >= FRAME_HEAD) {
        uint32_t length = decode_u32(buffer_bytes(&incoming));
        if (length < FRAME_MIN || length > FRAME_MAX) {
            broken = true;
            return;
        }
        if (buffer_size(&incoming) < FRAME_HEAD + (size_t)length)
            return;
        if (buffer_size(&outgoing) >= QUEUE_HIGH) {
            unread = true;
            return;
        }
        if (!dispatch(buffer_bytes(&incoming) + FRAME_HEAD, length))
            broken = true;
        buffer_consume(&incoming, FRAME_HEAD + (size_t)length);
    }
}

static size_t wanted(void)
{
    size_t have = buffer_size(&incoming);
    if (have < FRAME_HEAD)
        return READ_AT_ONCE;
    size_t whole = FRAME_HEAD + (size_t)decode_u32(buffer_bytes(&incoming));
    return whole > have + READ_AT_ONCE ? whole - have : READ_AT_ONCE;
}

void link_receive(void)
{
    if (state == DOWN || broken || unread)
        return;
    size_t size = wanted();
    uint8_t *at = buffer_reserve(&incoming, size);
    ssize_t n = at ? recv(socket_watch.fd, at, size, MSG_DONTWAIT) : -1;
    if (n > 0) {
        incoming.to += (size_t)n;
        parse();
    } else if (!at || n == 0 || (errno != EAGAIN && errno != EINTR)) {
        broken = true;
    }
}

static void receive(struct watch *watch, uint32_t events)
{
    (void)watch;
    if (events & EPOLLIN)
        link_receive();
    else if (events & (EPOLLHUP | EPOLLERR))
        broken = true;
}

/* ---- life ---- */

static void drop(uint64_t now)
{
    watch_close(&socket_watch);
    buffer_free(&incoming);
    buffer_free(&outgoing);
    staging_clear();
    bool was_up = state == UP;
    state = DOWN;
    broken = unread = false;
    retry_at = now + RETRY_MS;
    if (was_up)
        tell->dropped();
}

static void greet(void)
{
    frame_begin(HELLO, 0);
    put_u8(PROTOCOL_VERSION >> 8);
    put_u8(PROTOCOL_VERSION & 0xff);
    put_str(secret, sizeof secret);
    frame_end();
}

static void try_connect(uint64_t now)
{
    retry_at = now + RETRY_MS;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = CONTROL_SOCKET};
    if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0) {
        close(fd);
        return;
    }
    if (watch_open(&socket_watch, fd, EPOLLIN, receive, NULL) != 0)
        return;
    state = GREETING;
    greeting_ends = now + GREETING_MS;
    greet();
}

uint64_t link_tick(uint64_t now)
{
    if (state == GREETING && now >= greeting_ends)
        broken = true;
    if (broken)
        drop(now);
    if (state == DOWN && now >= retry_at)
        try_connect(now);
    write_answers();
    if (state == DOWN)
        return retry_at;
    flush();
    while (unread && !broken && buffer_size(&outgoing) < QUEUE_HIGH) {
        parse();
        write_answers();
        flush();
    }
    watch_events(&socket_watch, (unread ? 0 : EPOLLIN) | (buffer_size(&outgoing) > 0 ? EPOLLOUT : 0));
    if (broken || (first_answer && buffer_size(&outgoing) < QUEUE_HIGH))
        return now;
    return state == GREETING ? greeting_ends : NEVER;
}
