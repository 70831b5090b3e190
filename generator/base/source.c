/* source.c: reads a whole description into the arena. A cap of 16 MiB keeps endless devices and
 * mistaken binaries from filling the memory; the bytes themselves are not judged here. */
#include "base.h"
#include <errno.h>
#include <string.h>

enum { SOURCE_MAX_BYTES = 1 << 24 };

Source *source_from_text(const char *name, const char *text, size_t size) {
    Source *source = NEW(Source);
    source->name = mem_text(name, strlen(name));
    source->text = mem_text(text, size);
    source->size = size;
    return source;
}

static bool read_all(FILE *file, Text *text) {
    static char chunk[1 << 16];
    size_t bytes;
    while ((bytes = fread(chunk, 1, sizeof chunk, file)) > 0) {
        budget_input(bytes);
        text_add_bytes(text, chunk, bytes);
        if (text->length > SOURCE_MAX_BYTES) {
            errno = EFBIG;
            return false;
        }
    }
    return !ferror(file);
}

Source *source_read(const char *path) {
    bool standard_input = strcmp(path, "-") == 0;
    FILE *file = standard_input ? stdin : fopen(path, "rb");
    if (!file) {
        return NULL;
    }
    Text text = {0};
    bool ok = read_all(file, &text);
    int reason = errno;
    if (!standard_input) {
        fclose(file);
    }
    if (!ok) {
        errno = reason ? reason : EIO;
        return NULL;
    }
    Source *source = NEW(Source);
    source->path = mem_text(path, strlen(path));
    source->name = standard_input ? "<stdin>" : source->path;
    source->text = text_string(&text);
    source->size = text.length;
    return source;
}
