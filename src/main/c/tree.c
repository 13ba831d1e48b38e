#include "tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * A tree may be deeper than we have descriptors or stack. So below DEPTH_MAX a directory is first moved up into the root of the
 * tree under a free name, and the walk goes over the root again until it is empty.
 */
enum { DEPTH_MAX = 64, PASSES_MAX = 1 << 20 };

static int root_fd;
static unsigned moved;

static int lift(int parent, const char *name)
{
    for (int tries = 0; tries < 1000; tries++) {
        char free_name[32];
        snprintf(free_name, sizeof free_name, ".removing-%u", moved++);
        if (renameat2(parent, name, root_fd, free_name, RENAME_NOREPLACE) == 0)
            return 0;
        if (errno != EEXIST)
            return errno;
    }
    return EEXIST;
}

static int empty(int fd, int depth);

static int remove_entry(int parent, const char *name, int depth)
{
    if (unlinkat(parent, name, 0) == 0 || errno == ENOENT)
        return 0;
    if (errno != EISDIR)
        return errno;
    if (unlinkat(parent, name, AT_REMOVEDIR) == 0)
        return 0;
    if (errno != ENOTEMPTY && errno != EEXIST)
        return errno;
    if (depth == DEPTH_MAX)
        return lift(parent, name);
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return errno;
    int error = empty(fd, depth + 1);
    if (error)
        return error;
    return unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT ? 0 : errno;
}

/* Takes over `fd`. */
static int empty(int fd, int depth)
{
    DIR *directory = fdopendir(fd);
    if (!directory) {
        close(fd);
        return ENOMEM;
    }
    int error = 0;
    struct dirent *entry;
    while (!error && (errno = 0, entry = readdir(directory)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            error = remove_entry(dirfd(directory), entry->d_name, depth);
    if (!error && errno)
        error = errno;
    closedir(directory);
    return error;
}

int tree_remove(const char *path)
{
    root_fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (root_fd < 0)
        return errno;
    for (int pass = 0; pass < PASSES_MAX; pass++) {
        if (rmdir(path) == 0 || errno == ENOENT)
            return 0;
        if (errno != ENOTEMPTY && errno != EEXIST)
            return errno;
        int fd = openat(root_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (fd < 0)
            return errno;
        int error = empty(fd, 0);
        if (error)
            return error;
    }
    return EBUSY;
}

static int copy(int from, int to, off_t size)
{
    while (size > 0) {
        ssize_t n = sendfile(to, from, NULL, size < 1 << 20 ? (size_t)size : 1 << 20);
        if (n < 0)
            return errno;
        if (n == 0)
            return 0;
        size -= n;
    }
    return 0;
}

int tree_move(const char *path, const char *target)
{
    char beside[4096 + 32];
    struct stat source, existing;
    int from = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (from < 0 || fstat(from, &source) < 0)
        return errno;
    if (!S_ISREG(source.st_mode))
        return EXDEV;
    snprintf(beside, sizeof beside, "%s.moving-%d", target, (int)getpid());
    mode_t mode = stat(target, &existing) == 0 ? existing.st_mode : source.st_mode;
    int to = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (to < 0)
        return errno;
    int error = copy(from, to, source.st_size);
    if (!error && fchmod(to, mode & 07777) < 0)
        error = errno;
    if (!error && rename(beside, target) < 0)
        error = errno;
    if (error) {
        unlink(beside);
        return error;
    }
    return unlink(path) < 0 ? errno : 0;
}
