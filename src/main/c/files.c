#include "files.h"

#include "link.h"
#include "listing.h"
#include "worker.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { WRITE_CREATE = 1, WRITE_TRUNCATE = 2, WRITE_PARENTS = 4, WRITE_EXCLUSIVE = 8, WRITE_FLAGS = 15 };

static int64_t mtime_ms(const struct stat *status)
{
    return (int64_t)status->st_mtim.tv_sec * 1000 + status->st_mtim.tv_nsec / 1000000;
}

/* In /proc, "self" is pid 1: what a program may not do to the supervisor must not be done by asking it to write a file. */
static bool is_proc(int fd)
{
    struct statfs system;
    return fstatfs(fd, &system) < 0 || system.f_type == PROC_SUPER_MAGIC;
}

/* The descriptor of a regular file and its status, or -1 with errno. A pipe, a device or a leased file makes nobody wait. */
static int open_regular(const char *path, int flags, struct stat *status)
{
    int fd = open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0644);
    if (fd < 0)
        return -1;
    int error = fstat(fd, status) < 0 ? errno : S_ISREG(status->st_mode) ? 0 : S_ISDIR(status->st_mode) ? EISDIR : EINVAL;
    if (error == 0 && flags & O_WRONLY && is_proc(fd))
        error = EACCES;
    if (error == 0)
        return fd;
    close(fd);
    errno = error;
    return -1;
}

static bool request_read(uint32_t op, struct reader *in)
{
    char *path = read_text(in);
    uint64_t offset = read_u64(in);
    uint32_t length = read_u32(in);
    struct stat status;
    uint8_t *bytes = NULL;
    int fd = -1;
    bool good = read_all(in);
    if (!good)
        ;
    else if (length > CHUNK_MAX || offset > INT64_MAX)
        answer_failed(op, EINVAL, "limit");
    else if (!(bytes = malloc(length + 1u)))
        answer_failed(op, ENOMEM, "limit");
    else if ((fd = open_regular(path, O_RDONLY, &status)) < 0)
        answer_failed(op, errno, "path");
    else {
        ssize_t n = length > 0 ? pread(fd, bytes, length, (off_t)offset) : 0;
        if (n < 0) {
            answer_failed(op, errno, "path");
        } else {
            frame_begin(DATA, op);
            put_u64((uint64_t)status.st_size);
            put_str(bytes, (size_t)n);
            frame_end();
        }
    }
    if (fd >= 0)
        close(fd);
    free(bytes);
    free(path);
    return good;
}

int make_directories(const char *path, bool itself)
{
    char part[4096];
    if (strlen(path) >= sizeof part)
        return ENAMETOOLONG;
    strcpy(part, path);
    for (char *at = part + 1; *part && *at; at++) {
        if (*at != '/' || at[-1] == '/')
            continue;
        *at = '\0';
        if (mkdir(part, 0755) < 0 && errno != EEXIST)
            return errno;
        *at = '/';
    }
    if (!itself)
        return 0;
    struct stat status;
    if (mkdir(part, 0755) == 0)
        return 0;
    int error = errno;
    if (stat(part, &status) < 0)
        return error == EEXIST ? errno : error;
    return S_ISDIR(status.st_mode) ? 0 : error == EEXIST ? ENOTDIR : error;
}

static int write_all(int fd, struct bytes bytes, uint64_t offset)
{
    for (uint32_t done = 0; done < bytes.size;) {
        ssize_t n = pwrite(fd, bytes.data + done, bytes.size - done, (off_t)(offset + done));
        if (n <= 0)
            return n < 0 ? errno : EIO;
        done += (uint32_t)n;
    }
    return 0;
}

static int write_file(const char *path, uint64_t offset, uint8_t flags, struct bytes bytes, uint64_t *size)
{
    int error = flags & WRITE_PARENTS ? make_directories(path, false) : 0;
    if (error)
        return error;
    struct stat status;
    int how = O_WRONLY | (flags & WRITE_CREATE ? O_CREAT : 0) | (flags & WRITE_EXCLUSIVE ? O_CREAT | O_EXCL : 0);
    int fd = open_regular(path, how, &status);
    if (fd < 0)
        return errno;
    if (flags & WRITE_TRUNCATE && status.st_size > 0 && ftruncate(fd, 0) < 0)
        error = errno;
    if (!error)
        error = write_all(fd, bytes, offset);
    if (!error && fstat(fd, &status) < 0)
        error = errno;
    *size = (uint64_t)status.st_size;
    if (close(fd) < 0 && !error)
        error = errno;
    return error;
}

static bool request_write(uint32_t op, struct reader *in)
{
    char *path = read_text(in);
    uint64_t offset = read_u64(in), size = 0;
    uint8_t flags = read_u8(in);
    struct bytes bytes = read_bytes(in);
    bool good = read_all(in) && !(flags & ~WRITE_FLAGS);
    if (good && (bytes.size > CHUNK_MAX || offset > INT64_MAX - CHUNK_MAX)) {
        answer_failed(op, EINVAL, "limit");
    } else if (good) {
        int error = write_file(path, offset, flags, bytes, &size);
        if (error)
            answer_failed(op, error, "path");
        else
            answer_done(op, size);
    }
    free(path);
    return good;
}

static void status(uint32_t op, const char *path)
{
    struct stat status = {0};
    bool there = lstat(path, &status) == 0;
    if (!there && errno != ENOENT && errno != ENOTDIR) {
        answer_failed(op, errno, "path");
        return;
    }
    frame_begin(STATUS, op);
    put_u8(there ? listing_kind(status.st_mode) : '-');
    put_u64(there ? (uint64_t)status.st_size : 0);
    put_u64(there ? (uint64_t)mtime_ms(&status) : 0);
    put_u32(there ? status.st_mode : 0);
    frame_end();
}

static void make(uint32_t op, const char *path)
{
    int error = make_directories(path, true);
    if (error)
        answer_failed(op, error, "path");
    else
        answer_done(op, 0);
}

static void remove_path(uint32_t op, const char *path)
{
    if (unlink(path) == 0 || (errno == EISDIR && rmdir(path) == 0))
        answer_done(op, 0);
    else if (errno == ENOTEMPTY || errno == EEXIST)
        worker_start(op, REMOVE, path, NULL);
    else
        answer_failed(op, errno, "path");
}

/* ---- move ---- */

/* Follows a symlink at the end of `path` (4096 bytes, changed in place) to where a file would be written; 0 or an errno. */
static int follow_last(char *path)
{
    char target[4096], joined[8192];
    for (int hops = 0; hops < 40; hops++) {
        ssize_t n = readlink(path, target, sizeof target - 1);
        if (n < 0)
            return errno == EINVAL || errno == ENOENT ? 0 : errno;
        target[n] = '\0';
        char *slash = strrchr(path, '/');
        int keep = *target == '/' || !slash ? 0 : (int)(slash - path) + 1;
        int length = snprintf(joined, sizeof joined, "%.*s%s", keep, path, target);
        if (length < 0 || length >= 4096)
            return ENAMETOOLONG;
        memcpy(path, joined, (size_t)length + 1);
    }
    return ELOOP;
}

static int move(const char *from, char *to)
{
    struct stat source, existing;
    int error = follow_last(to);
    if (error)
        return error;
    if (lstat(from, &source) < 0)
        return errno;
    if (stat(to, &existing) == 0) {
        if (!S_ISREG(existing.st_mode))
            return S_ISDIR(existing.st_mode) ? EISDIR : EINVAL;
        if (S_ISREG(source.st_mode) && chmod(from, existing.st_mode & 07777) < 0)
            return errno;
    }
    return rename(from, to) < 0 ? errno : 0;
}

static bool request_move(uint32_t op, struct reader *in)
{
    char *from = read_text(in), *to = in->bad ? NULL : read_text(in);
    bool good = read_all(in);
    char target[4096];
    if (good && strlen(to) >= sizeof target) {
        answer_failed(op, ENAMETOOLONG, "path");
    } else if (good) {
        int error = move(from, strcpy(target, to));
        if (error == EXDEV)
            worker_start(op, MOVE, from, target);
        else if (error)
            answer_failed(op, error, "path");
        else
            answer_done(op, 0);
    }
    free(from);
    free(to);
    return good;
}

static bool request_path(uint8_t type, uint32_t op, struct reader *in)
{
    char *path = read_text(in);
    uint32_t limit = type == LIST ? read_u32(in) : 0;
    bool good = read_all(in);
    if (good && type == LIST)
        listing_answer(op, path, limit);
    else if (good && type == STAT)
        status(op, path);
    else if (good && type == MKDIR)
        make(op, path);
    else if (good)
        remove_path(op, path);
    free(path);
    return good;
}

bool files_request(uint8_t type, uint32_t op, struct reader *in)
{
    switch (type) {
    case READ:
        return request_read(op, in);
    case WRITE:
        return request_write(op, in);
    case MOVE:
        return request_move(op, in);
    case LIST:
    case STAT:
    case MKDIR:
    case REMOVE:
        return request_path(type, op, in);
    default:
        return false;
    }
}
