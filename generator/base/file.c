/* file.c: outputs are written whole or not at all: to a temporary file in the same folder, then
 * renamed. An equal file keeps its time stamp, so that make does not rebuild what did not change. */
#define _POSIX_C_SOURCE 200809L
#include "base.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static bool write_temporary(const char *temporary, int descriptor, const char *text, size_t bytes) {
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
    bool ok = fchmod(descriptor, 0666 & ~mask) == 0 && write_stream(file, text, bytes);
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

bool file_write_if_changed(const char *path, const char *text, size_t bytes) {
    if (strcmp(path, "-") == 0) {
        return write_stream(stdout, text, bytes);
    }
    struct stat status;
    if (stat(path, &status) == 0) {
        if (S_ISDIR(status.st_mode)) {
            errno = EISDIR;
            return false;
        }
        if (!S_ISREG(status.st_mode)) { /* a pipe or /dev/null: renaming would replace it */
            return write_in_place(path, text, bytes);
        }
        if (same_content(path, text, bytes)) {
            return true;
        }
    }
    if (!make_folders(path)) {
        return false;
    }
    char *temporary = mem_printf("%s.XXXXXX", path);
    int descriptor = mkstemp(temporary);
    if (descriptor < 0) {
        return false;
    }
    if (!write_temporary(temporary, descriptor, text, bytes)) {
        return false;
    }
    if (rename(temporary, path) != 0) {
        int reason = errno;
        unlink(temporary);
        errno = reason;
        return false;
    }
    return true;
}
