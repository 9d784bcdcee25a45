/* What can befall the program between any two of its steps on the disk: it is killed, or the disk is full from there on.
 *
 * Preloaded (LD_PRELOAD), it counts what changes files: making one, writing, flushing, renaming, removing, making a folder.
 * Standard streams, pipes and sockets are not counted, nor what goes round the C library, as the renaming of temporary files does: the
 * flushes before and behind it are. At step FAULT_AT it does what FAULT says, and leaves the file FAULT_MARK:
 *
 *   kill    the process is gone before the step is done (SIGKILL)
 *   full    this step and all that ask for room behind it fail with ENOSPC; a write takes half of its bytes first. Renaming and
 *           removing ask for no room and go on
 *   power   as kill, in a machine that loses its power: FAULT_JOURNAL, a folder, gets what the disk then still has of FAULT_ROOT and
 *           all below it. Nothing is flushed for real
 *
 * The journal is the file `log` there, line by line:
 *
 *   new INODE IS_FOLDER    a file (0) or folder (1) was made; what was known of an inode of this number is void
 *   file INODE COPY        a file was flushed; its bytes are in the file COPY of the journal
 *   folder INODE           a folder was flushed, and this is the tree as it was then:
 *   at INODE PARENT NAME   one line for each file and folder in it
 *
 * Beside that, FAULT_UNREADABLE names the end of a path that nobody may read, which a test that root runs cannot have otherwise.
 *
 * Whoever the program starts is spared.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int steps;
static atomic_int full;
static int at = -1;
static int kills;
static char mark[4096];
/* Both empty but where the power fails. */
static char journal[4096], root[4096];
static atomic_int copies;
/* Empty where everything may be read. */
static char unreadable[4096];

__attribute__((constructor)) static void begin(void)
{
    const char *number = getenv("FAULT_AT"), *kind = getenv("FAULT"), *path = getenv("FAULT_MARK");
    if (number && kind && path) {
        at = atoi(number);
        int power = strcmp(kind, "power") == 0;
        kills = power || strcmp(kind, "kill") == 0;
        strncpy(mark, path, sizeof mark - 1);
        if (power) {
            strncpy(journal, getenv("FAULT_JOURNAL"), sizeof journal - 1);
            strncpy(root, getenv("FAULT_ROOT"), sizeof root - 1);
        }
    }
    const char *closed = getenv("FAULT_UNREADABLE");
    if (closed)
        strncpy(unreadable, closed, sizeof unreadable - 1);
    unsetenv("LD_PRELOAD");
    unsetenv("FAULT_AT");
}

/* Counts a step; true if it finds no room. */
static int counted(int asks_for_room, int *first)
{
    *first = 0;
    if (at < 0)
        return 0;
    if (atomic_fetch_add(&steps, 1) == at) {
        syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0600));
        if (kills)
            syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
        atomic_store(&full, 1);
        *first = 1;
    }
    return asks_for_room && atomic_load(&full);
}

static int no_room(void)
{
    errno = ENOSPC;
    return -1;
}

/* Adds a line to the journal, in one piece. */
static void note(const char *kind, unsigned long inode, unsigned long other, const char *name)
{
    char path[sizeof journal + 8], line[1024];
    snprintf(path, sizeof path, "%s/log", journal);
    int length = snprintf(line, sizeof line, "%s %lu %lu %s\n", kind, inode, other, name);
    int fd = syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_APPEND | O_WRONLY, 0600);
    if (fd < 0 || length >= (int)sizeof line || syscall(SYS_write, fd, line, length) != length)
        abort();
    syscall(SYS_close, fd);
}

/* What was just made. */
static void made(int folder, const char *path)
{
    struct stat found;
    if (*journal && fstatat(folder, path, &found, AT_SYMLINK_NOFOLLOW) == 0)
        note("new", found.st_ino, S_ISDIR(found.st_mode) ? 1 : 0, "");
}

/* The tree as it is. */
static void tree(const char *path, unsigned long parent)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        char below[4096];
        struct stat found;
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        if (snprintf(below, sizeof below, "%s/%s", path, entry->d_name) >= (int)sizeof below)
            abort();
        if (lstat(below, &found) != 0)
            continue;
        note("at", found.st_ino, parent, entry->d_name);
        if (S_ISDIR(found.st_mode))
            tree(below, found.st_ino);
    }
    if (folder)
        closedir(folder);
}

/* What is on the disk from now on. */
static void flushed(int fd)
{
    struct stat found, top;
    char path[sizeof journal + 16], bytes[65536];
    if (fstat(fd, &found) != 0)
        return;
    if (S_ISDIR(found.st_mode)) {
        note("folder", found.st_ino, 0, "");
        if (lstat(root, &top) == 0)
            tree(root, top.st_ino);
    } else if (S_ISREG(found.st_mode)) {
        int copy = atomic_fetch_add(&copies, 1);
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        int from = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY, 0);
        snprintf(path, sizeof path, "%s/%d", journal, copy);
        int to = syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_WRONLY, 0600);
        long count;
        while ((count = syscall(SYS_read, from, bytes, sizeof bytes)) > 0)
            if (syscall(SYS_write, to, bytes, count) != count)
                abort();
        syscall(SYS_close, from);
        syscall(SYS_close, to);
        note("file", found.st_ino, copy, "");
    }
}

static int is_file(int fd)
{
    struct stat found;
    return fstat(fd, &found) == 0 && S_ISREG(found.st_mode);
}

ssize_t write(int fd, const void *bytes, size_t count)
{
    int first;
    if (is_file(fd) && counted(1, &first)) {
        size_t half = first ? count / 2 : 0;
        return half ? syscall(SYS_write, fd, bytes, half) : no_room();
    }
    return syscall(SYS_write, fd, bytes, count);
}

static int opened(int folder, const char *path, int flags, mode_t mode)
{
    struct stat found;
    int first;
    size_t length = strlen(path), end = strlen(unreadable);
    if (end && length >= end && strcmp(path + length - end, unreadable) == 0) {
        errno = EACCES;
        return -1;
    }
    /* An open that makes no file asks for no room. */
    int makes = (flags & O_CREAT) && fstatat(folder, path, &found, AT_SYMLINK_NOFOLLOW) != 0;
    if (makes && counted(1, &first))
        return no_room();
    int fd = syscall(SYS_openat, folder, path, flags, mode);
    if (makes && fd >= 0)
        made(folder, path);
    return fd;
}

static mode_t mode_of(int flags, va_list more)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0;
}

#define OPENS(name)                                                                                                   \
    int name(const char *path, int flags, ...)                                                                        \
    {                                                                                                                 \
        va_list more;                                                                                                 \
        va_start(more, flags);                                                                                        \
        mode_t mode = mode_of(flags, more);                                                                           \
        va_end(more);                                                                                                 \
        return opened(AT_FDCWD, path, flags, mode);                                                                   \
    }
OPENS(open)
OPENS(open64)

#define OPENS_AT(name)                                                                                                \
    int name(int folder, const char *path, int flags, ...)                                                            \
    {                                                                                                                 \
        va_list more;                                                                                                 \
        va_start(more, flags);                                                                                        \
        mode_t mode = mode_of(flags, more);                                                                           \
        va_end(more);                                                                                                 \
        return opened(folder, path, flags, mode);                                                                     \
    }
OPENS_AT(openat)
OPENS_AT(openat64)

int fsync(int fd)
{
    int first;
    counted(0, &first);
    if (!*journal)
        return syscall(SYS_fsync, fd);
    flushed(fd);
    return 0;
}

int rename(const char *from, const char *to)
{
    int first;
    counted(0, &first);
    return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
    int first;
    counted(0, &first);
    return syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}

int unlink(const char *path)
{
    int first;
    counted(0, &first);
    return syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int unlinkat(int folder, const char *path, int flags)
{
    int first;
    counted(0, &first);
    return syscall(SYS_unlinkat, folder, path, flags);
}

int mkdir(const char *path, mode_t mode)
{
    int first;
    if (counted(1, &first))
        return no_room();
    int result = syscall(SYS_mkdirat, AT_FDCWD, path, mode);
    if (result == 0)
        made(AT_FDCWD, path);
    return result;
}
