/* base.c: texts that grow, and files. */
#define _POSIX_C_SOURCE 200809L
#include "embed.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void fail(const char *path, const char *what) {
    fprintf(stderr, "embed: %s: %s\n", path, what);
    exit(1);
}

void *keep(void *old, size_t size) {
    void *const block = realloc(old, size);
    if (!block)
        fail("memory", "there is too little");
    return block;
}

void add_bytes(Text *out, const char *bytes, size_t count) {
    if (out->length + count + 1 > out->room) {
        out->room = 2 * (out->length + count + 1);
        out->text = keep(out->text, out->room);
    }
    memcpy(out->text + out->length, bytes, count);
    out->length += count;
    out->text[out->length] = 0;
}

void add(Text *out, const char *format, ...) {
    va_list arguments;
    char line[512];
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line)
        fail(format, "makes a line that is too long");
    add_bytes(out, line, (size_t)length);
}

const char *copy_of(const char *bytes, size_t count) {
    Text text = {0};
    add_bytes(&text, bytes, count);
    return text.text;
}

/* The bytes of a file, false where it cannot be read. */
static bool try_read(const char *path, Text *text) {
    FILE *in = fopen(path, "rb");
    if (!in)
        return false;
    char bytes[4096];
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, in)) > 0;)
        add_bytes(text, bytes, count);
    add_bytes(text, "", 0);
    const bool good = !ferror(in);
    fclose(in);
    return good;
}

Text read_file(const char *path) {
    Text text = {0};
    if (!try_read(path, &text))
        fail(path, "cannot be read");
    if (strlen(text.text) != text.length)
        fail(path, "has a byte 0");
    return text;
}

void write_file(const char *path, const Text *text) {
    Text old = {0};
    if (try_read(path, &old) && old.length == text->length &&
        memcmp(old.text, text->text, old.length) == 0 && utimensat(AT_FDCWD, path, NULL, 0) == 0)
        return;
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(text->text, 1, text->length, out) != text->length || fclose(out) != 0)
        fail(path, "cannot be written");
}

const char *beside(const char *path, const char *name) {
    Text joined = {0};
    const char *const slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) : 0;
    while (strncmp(name, "../", 3) == 0) {
        name += 3;
        while (folder > 0 && path[folder - 1] != '/')
            folder--;
        folder -= folder > 0;
    }
    add_bytes(&joined, path, folder);
    add(&joined, "%s%s", folder ? "/" : "", name);
    return joined.text;
}

const char *name_in_quotes(const char *line) {
    const char *const begin = strchr(line, '"'), *const end = begin ? strchr(begin + 1, '"') : NULL;
    return end && end > begin + 1 ? copy_of(begin + 1, (size_t)(end - begin - 1)) : NULL;
}
