#include "listing.h"

#include "link.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* SCAN_MAX keeps a directory with a million names from holding up everything else; SIZE_MAX_BYTES keeps the frame legal. */
enum { LIMIT_MAX = 10000, SCAN_MAX = 200000, SIZE_MAX_BYTES = 1 << 20, ENTRY_BYTES = 4 + 1 + 8 + 8 };

/* The smallest names seen, as a heap with the largest of them on top. */
struct listing {
    char **names;
    size_t count, limit;
    bool truncated;
};

uint8_t listing_kind(mode_t mode)
{
    return S_ISREG(mode) ? 'f' : S_ISDIR(mode) ? 'd' : S_ISLNK(mode) ? 'l' : 'o';
}

static void swap(char **a, char **b)
{
    char *held = *a;
    *a = *b;
    *b = held;
}

static void sift_up(char **names, size_t at)
{
    for (; at > 0 && strcmp(names[at], names[(at - 1) / 2]) > 0; at = (at - 1) / 2)
        swap(&names[at], &names[(at - 1) / 2]);
}

static void sift_down(char **names, size_t count, size_t at)
{
    for (;;) {
        size_t child = 2 * at + 1;
        if (child + 1 < count && strcmp(names[child + 1], names[child]) > 0)
            child++;
        if (child >= count || strcmp(names[child], names[at]) <= 0)
            return;
        swap(&names[at], &names[child]);
        at = child;
    }
}

static bool add(struct listing *listing, const char *name)
{
    bool full = listing->count == listing->limit;
    listing->truncated |= full;
    if (full && (listing->limit == 0 || strcmp(name, listing->names[0]) >= 0))
        return true;
    char *copy = strdup(name);
    if (!copy)
        return false;
    if (full) {
        free(listing->names[0]);
        listing->names[0] = copy;
        sift_down(listing->names, listing->count, 0);
    } else {
        listing->names[listing->count++] = copy;
        sift_up(listing->names, listing->count - 1);
    }
    return true;
}

/* 0 or an errno. */
static int scan(struct listing *listing, DIR *directory)
{
    for (size_t seen = 0;; seen++) {
        errno = 0;
        struct dirent *entry = readdir(directory);
        if (!entry)
            return errno;
        if (seen == SCAN_MAX) {
            listing->truncated = true;
            return 0;
        }
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && !add(listing, entry->d_name))
            return ENOMEM;
    }
}

static void sort(struct listing *listing)
{
    for (size_t left = listing->count; left > 1; left--) {
        swap(&listing->names[0], &listing->names[left - 1]);
        sift_down(listing->names, left - 1, 0);
    }
}

static size_t fitting(struct listing *listing)
{
    size_t size = 0, count = 0;
    for (; count < listing->count; count++) {
        size += ENTRY_BYTES + strlen(listing->names[count]);
        if (size > SIZE_MAX_BYTES) {
            listing->truncated = true;
            break;
        }
    }
    return count;
}

static void put_entry(int directory, const char *name)
{
    struct stat status = {0};
    bool there = fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
    put_str(name, strlen(name));
    put_u8(there ? listing_kind(status.st_mode) : 'o');
    put_u64((uint64_t)status.st_size);
    put_u64((uint64_t)((int64_t)status.st_mtim.tv_sec * 1000 + status.st_mtim.tv_nsec / 1000000));
}

static void put_listing(uint32_t op, struct listing *listing, int directory)
{
    sort(listing);
    size_t count = fitting(listing);
    frame_begin(LISTING, op);
    put_u8(listing->truncated);
    put_u32((uint32_t)count);
    for (size_t i = 0; i < count; i++)
        put_entry(directory, listing->names[i]);
    frame_end();
}

void listing_answer(uint32_t op, const char *path, uint32_t limit)
{
    struct listing listing = {.limit = limit < LIMIT_MAX ? limit : LIMIT_MAX};
    int fd = open(*path ? path : ".", O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    DIR *directory = fd < 0 ? NULL : fdopendir(fd);
    listing.names = malloc((listing.limit + 1) * sizeof *listing.names);
    int error = !directory ? errno : !listing.names ? ENOMEM : scan(&listing, directory);
    if (error)
        answer_failed(op, error, "path");
    else
        put_listing(op, &listing, fd);
    for (size_t i = 0; i < listing.count; i++)
        free(listing.names[i]);
    free(listing.names);
    if (directory)
        closedir(directory);
    else if (fd >= 0)
        close(fd);
}
