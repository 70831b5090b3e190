/* file.c: the files of this machine. An output is written whole or not at all: into a temporary
 * file in the same folder, which is then renamed. A file with equal contents keeps its time stamp,
 * so that make does not rebuild what did not change. A symbolic link stays, and its target is
 * written; all names of a file that has several see the new contents. The file keeps its mode and
 * its owner. A file without write permission is not replaced. */
#define _XOPEN_SOURCE 700
#include "base.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_stream(FILE *file, Text *text) {
    char chunk[1 << 13];
    size_t bytes;
    while (text->length <= SOURCE_MAX_BYTES && (bytes = fread(chunk, 1, sizeof chunk, file)) > 0)
        text_add_bytes(text, chunk, bytes);
    return !ferror(file);
}

static bool read_file(void *context, const char *path, Text *text) {
    (void)context;
    if (strcmp(path, "-") == 0)
        return read_stream(stdin, text);
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    bool ok = read_stream(file, text);
    int reason = errno;
    fclose(file);
    errno = ok || reason ? reason : EIO;
    return ok;
}

/* The real path, without links and dots; the arena owns the result. */
static const char *identity(void *context, const char *path) {
    (void)context;
    char *real = realpath(path, NULL);
    const char *kept = real ? mem_text(real, strlen(real)) : NULL;
    free(real);
    return kept;
}

static bool write_stream(FILE *file, const char *text, size_t bytes) {
    bool ok = fwrite(text, 1, bytes, file) == bytes;
    return fflush(file) == 0 && ok;
}

static bool same_content(const char *path, const char *text, size_t bytes) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        return false;
    }
    char chunk[1 << 12];
    size_t at = 0, got;
    bool same = true;
    while (same && (got = fread(chunk, 1, sizeof chunk, file)) > 0) {
        same = got <= bytes - at && memcmp(chunk, text + at, got) == 0;
        at += got;
    }
    same = same && at == bytes && !ferror(file);
    fclose(file);
    return same;
}

/* "a/b/c.h" makes a and a/b. */
static bool make_folders(const char *path) {
    char *folder = mem_text(path, strlen(path));
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
            return false;
        }
        *slash = '/';
    }
    return true;
}

/* old: what is replaced, NULL when there is nothing. */
static bool write_temporary(
    const char *temporary, int descriptor, const struct stat *old, const char *text, size_t bytes) {
    mode_t mask = umask(0);
    umask(mask);
    FILE *file = fdopen(descriptor, "wb");
    if (!file) {
        int reason = errno;
        close(descriptor);
        unlink(temporary);
        errno = reason;
        return false;
    }
    mode_t mode = old ? old->st_mode & 07777 : 0666 & ~mask;
    bool ok = (!old || fchown(descriptor, old->st_uid, old->st_gid) == 0) &&
              fchmod(descriptor, mode) == 0 && write_stream(file, text, bytes);
    int reason = errno;
    if (fclose(file) != 0 && ok) {
        ok = false;
        reason = errno;
    }
    if (!ok) {
        unlink(temporary);
        errno = reason;
    }
    return ok;
}

static bool write_in_place(const char *path, const char *text, size_t bytes) {
    FILE *file = fopen(path, "wb");
    if (!file) {
        return false;
    }
    bool ok = write_stream(file, text, bytes);
    return fclose(file) == 0 && ok;
}

/* Follows the links at the end of a path, also to a file that does not exist yet. NULL: a
 * circle. */
static const char *link_target(const char *path) {
    enum { MOST_LINKS = 40 };
    struct stat status;
    for (int i = 0; i < MOST_LINKS; i++) {
        if (lstat(path, &status) != 0 || !S_ISLNK(status.st_mode))
            return path;
        size_t room = status.st_size > 0 ? (size_t)status.st_size + 1 : 4096;
        char *target = mem_alloc(room + 1, 1);
        ssize_t length = readlink(path, target, room);
        if (length < 0)
            return NULL;
        target[length] = '\0';
        const char *slash = strrchr(path, '/');
        path = target[0] == '/' || !slash
                   ? target
                   : mem_printf("%.*s%s", (int)(slash - path) + 1, path, target);
    }
    errno = ELOOP;
    return NULL;
}

/* What standard output or error is connected to: a file that the shell opened must not be replaced
 * under it. -o /dev/stdout > x.h */
static FILE *stream_of(const struct stat *status) {
    FILE *const streams[] = {stdout, stderr};
    for (int i = 0; i < 2; i++) {
        struct stat open;
        if (fstat(i + 1, &open) == 0 && open.st_dev == status->st_dev &&
            open.st_ino == status->st_ino)
            return streams[i];
    }
    return NULL;
}

/* Root may write everything; a file without any write permission is still not to be changed. */
static bool may_write(const char *path, const struct stat *status) {
    if ((status->st_mode & 0222) == 0) {
        errno = EACCES;
        return false;
    }
    return access(path, W_OK) == 0;
}

/* The temporary file could not be made in the folder, or not with the owner of what it replaces. */
static bool must_stay_in_place(const struct stat *old, int reason) {
    return old && (reason == EACCES || reason == EPERM || reason == EROFS);
}

static bool replace(const char *path, const struct stat *old, const char *text, size_t bytes) {
    if (old && old->st_nlink > 1)
        return write_in_place(path, text, bytes);
    char *temporary = mem_printf("%s.XXXXXX", path);
    int descriptor = mkstemp(temporary);
    bool made = descriptor >= 0 && write_temporary(temporary, descriptor, old, text, bytes);
    if (!made)
        return must_stay_in_place(old, errno) && write_in_place(path, text, bytes);
    if (rename(temporary, path) == 0)
        return true;
    int reason = errno;
    unlink(temporary);
    errno = reason;
    return false;
}

bool file_write_if_changed(const char *path, const char *text, size_t bytes) {
    struct stat old;
    if (strcmp(path, "-") == 0)
        return write_stream(stdout, text, bytes);
    if (*path == '\0' || path[strlen(path) - 1] == '/') {
        errno = *path ? EISDIR : ENOENT;
        return false;
    }
    if (stat(path, &old) != 0) {
        path = link_target(path);
        return path && make_folders(path) && replace(path, NULL, text, bytes);
    }
    FILE *stream = stream_of(&old);
    if (stream)
        return write_stream(stream, text, bytes);
    if (S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (!S_ISREG(old.st_mode)) /* a pipe or /dev/null: renaming would replace it */
        return write_in_place(path, text, bytes);
    if (same_content(path, text, bytes))
        return true;
    path = link_target(path);
    return path && may_write(path, &old) && replace(path, &old, text, bytes);
}

/* The folder of a file that need not exist, without links and dots, then its name; NULL: no
 * folder. */
static const char *absolute(const char *path) {
    const char *target = link_target(path);
    const char *slash = target ? strrchr(target, '/') : NULL;
    char *folder = !target  ? NULL
                   : !slash ? mem_printf(".")
                            : mem_text(target, (size_t)(slash - target) + (slash == target));
    char *real = folder ? realpath(folder, NULL) : NULL;
    const char *whole = real ? mem_printf("%s/%s", real, slash ? slash + 1 : target) : NULL;
    free(real);
    return whole;
}

bool file_is_same(const char *a, const char *b) {
    struct stat x, y;
    bool is_input = strcmp(b, "-") == 0; /* which may be the file itself: - < x.tc */
    if (strcmp(a, "-") == 0)
        return false;
    bool a_exists = stat(a, &x) == 0, b_exists = (is_input ? fstat(0, &y) : stat(b, &y)) == 0;
    if (a_exists && b_exists)
        return S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
    if (a_exists || b_exists || is_input)
        return false;
    const char *first = absolute(a), *second = absolute(b);
    return first && second ? strcmp(first, second) == 0 : strcmp(a, b) == 0;
}

static bool is_same(void *context, const char *a, const char *b) {
    (void)context;
    return file_is_same(a, b);
}

static bool write_file(void *context, const char *path, const char *text, size_t bytes) {
    (void)context;
    return file_write_if_changed(path, text, bytes);
}

static void say(void *context, const char *text, size_t bytes) {
    (void)context;
    write_stream(stderr, text, bytes);
}

const Files system_files = {read_file, identity, is_same, write_file, say, NULL};
