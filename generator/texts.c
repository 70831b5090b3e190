/* texts.c: files in memory, by name. "a/./b.tc" and "a/c/../b.tc" are one; there are no folders
 * beside what names say, no links, and nothing that cannot be written. */
#include "run.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The end of the last part of a path: "a/b" gives 1, "b" gives 0. */
static size_t last_part(const char *path, size_t length) {
    while (length > 0 && path[length - 1] != '/')
        length--;
    return length ? length - 1 : 0;
}

/* "./a//b/../c.tc" gives "a/c.tc"; what leads out of where it began stays: "../a" */
static const char *plain_name(const char *path) {
    char *plain = mem_alloc(strlen(path) + 2, 1);
    size_t length = 0;
    bool rooted = path[0] == '/';
    for (const char *at = path; *at;) {
        size_t part = strcspn(at, "/"), last = last_part(plain, length);
        bool is_up = part == 2 && memcmp(at, "..", 2) == 0;
        const char *before = plain + last + (plain[last] == '/');
        if (is_up && length > 0 && strcmp(before, "..") != 0) {
            length = last;
        } else if (part > 0 && !(part == 1 && at[0] == '.') && !(is_up && rooted)) {
            if (length > 0 || rooted)
                plain[length++] = '/';
            memcpy(plain + length, at, part);
            length += part;
        }
        plain[length] = 0;
        at += part + (at[part] == '/');
    }
    return plain;
}

static const NamedText *find(const Texts *texts, const char *path) {
    const char *name = plain_name(path);
    for (int i = 0; i < texts->input_count; i++)
        if (strcmp(plain_name(texts->inputs[i].name), name) == 0)
            return &texts->inputs[i];
    errno = ENOENT;
    return NULL;
}

static bool read_text(void *context, const char *path, Text *text) {
    const NamedText *input = find(context, path);
    if (input)
        text_add_bytes(text, input->text, input->size);
    return input != NULL;
}

static const char *identity(void *context, const char *path) {
    return find(context, path) ? plain_name(path) : NULL;
}

static bool is_same(void *context, const char *a, const char *b) {
    (void)context;
    return strcmp(a, "-") != 0 && strcmp(plain_name(a), plain_name(b)) == 0;
}

static void *grown(void *old, size_t bytes) {
    void *bigger = realloc(old, bytes);
    if (!bigger) {
        fputs("tcgen: error: out of memory\n", stderr);
        exit(EXIT_IO);
    }
    return bigger;
}

/* Outside of the arena, which does not outlive the run. */
static void append(WrittenText *to, const char *text, size_t bytes) {
    char *whole = grown(to->text, to->size + bytes + 1);
    if (bytes)
        memcpy(whole + to->size, text, bytes);
    to->size += bytes;
    whole[to->size] = 0;
    to->text = whole;
}

static WrittenText *written(const Texts *texts, const char *path) {
    for (int i = 0; i < texts->output_count; i++)
        if (strcmp(texts->outputs[i].name, path) == 0)
            return &texts->outputs[i];
    return NULL;
}

static bool write_text(void *context, const char *path, const char *text, size_t bytes) {
    Texts *texts = context;
    WrittenText *to = written(texts, path);
    if (!to) {
        size_t count = (size_t)texts->output_count + 1;
        texts->outputs = grown(texts->outputs, count * sizeof *texts->outputs);
        to = &texts->outputs[texts->output_count++];
        *to = (WrittenText){.name = grown(NULL, strlen(path) + 1)};
        memcpy(to->name, path, strlen(path) + 1);
    }
    if (strcmp(path, "-") != 0)
        to->size = 0;
    append(to, text, bytes);
    return true;
}

static void say(void *context, const char *text, size_t bytes) {
    Texts *texts = context;
    append(&texts->said, text, bytes);
}

Files texts_files(Texts *texts) {
    return (Files){read_text, identity, is_same, write_text, say, texts};
}

const WrittenText *texts_output(const Texts *texts, const char *name) {
    return written(texts, name);
}

void texts_forget(Texts *texts) {
    for (int i = 0; i < texts->output_count; i++) {
        free(texts->outputs[i].name);
        free(texts->outputs[i].text);
    }
    free(texts->outputs);
    free(texts->said.text);
    texts->outputs = NULL;
    texts->output_count = 0;
    texts->said = (WrittenText){0};
}
