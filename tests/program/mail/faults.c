/* What can befall the program between any two of its steps on the disk: it is killed, or the disk is full from there on.
 *
 * Preloaded (LD_PRELOAD), it counts what changes files: making one, writing, flushing, renaming, removing, making a folder.
 * Standard streams, pipes and sockets are not counted, nor what goes round the C library, as the renaming of temporary files does: the
 * flushes before and behind it are. At step FAULT_AT it does what FAULT says, and leaves the file FAULT_MARK:
 *
 *   kill    the process is gone before the step is done (SIGKILL)
 *   full    this step and all that ask for room behind it fail with ENOSPC; a write takes half of its bytes first. Renaming and
 *           removing ask for no room and go on
 *
 * Whoever the program starts is spared.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
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

__attribute__((constructor)) static void begin(void)
{
    const char *number = getenv("FAULT_AT"), *kind = getenv("FAULT"), *path = getenv("FAULT_MARK");
    if (number && kind && path) {
        at = atoi(number);
        kills = strcmp(kind, "kill") == 0;
        strncpy(mark, path, sizeof mark - 1);
    }
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
    /* An open that makes no file asks for no room. */
    int makes = (flags & O_CREAT) && fstatat(folder, path, &found, AT_SYMLINK_NOFOLLOW) != 0;
    if (makes && counted(1, &first))
        return no_room();
    return syscall(SYS_openat, folder, path, flags, mode);
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
    return syscall(SYS_fsync, fd);
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
    return syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}
