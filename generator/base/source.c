/* source.c: a whole description in the arena. A cap of 16 MiB keeps endless devices and mistaken
 * binaries from filling the memory; the bytes themselves are not judged here. */
#include "base.h"
#include <errno.h>
#include <string.h>

Source *source_from_text(const char *name, const char *text, size_t size) {
    Source *source = NEW(Source);
    source->name = mem_text(name, strlen(name));
    source->text = mem_text(text, size);
    source->files = &system_files;
    source->size = size;
    return source;
}

Source *source_read(const Files *files, const char *path) {
    Text text = {0};
    if (!files->read(files->context, path, &text)) {
        return NULL;
    }
    if (text.length > SOURCE_MAX_BYTES) {
        errno = EFBIG;
        return NULL;
    }
    budget_input(text.length);
    Source *source = NEW(Source);
    source->path = mem_text(path, strlen(path));
    source->name = strcmp(path, "-") == 0 ? "<stdin>" : source->path;
    source->text = text_string(&text);
    source->files = files;
    source->size = text.length;
    return source;
}

Loc source_place(const Source *source, size_t at, size_t bytes) {
    int first = 0, end = source->part_count;
    while (end - first > 1) {
        int middle = first + (end - first) / 2;
        if (source->parts[middle].at <= at)
            first = middle;
        else
            end = middle;
    }
    const SourcePart *part = &source->parts[first];
    Loc loc = part->loc;
    if (part->is_copy) {
        loc.column += (int)(at - part->at);
        loc.length = bytes > 1000 ? 1000 : (int)bytes;
    }
    return loc;
}
