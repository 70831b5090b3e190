/* runtime.c: the primitives as one text, for --single-file: tilecopy.h with every header that it
 * includes put in its place, once. What is not a part of the device side (the emulator) stays an
 * #include. The texts are embedded when tcgen is built. */
#include "embedded.h"
#include "options.h"
#include <string.h>

static const EmbeddedText *find(const char *name, size_t length) {
    for (const EmbeddedText *text = embedded_texts; text->name; text++)
        if (strlen(text->name) == length && strncmp(text->name, name, length) == 0)
            return text;
    return NULL;
}

/* `#include "ldst.h"` in tilecopy/async.h names tilecopy/ldst.h. NULL: not embedded. */
static const EmbeddedText *included(const char *line) {
    static const char start[] = "#include \"";
    if (strncmp(line, start, sizeof start - 1) != 0)
        return NULL;
    const char *name = line + sizeof start - 1, *end = strchr(name, '"');
    if (!end)
        return NULL;
    char *path = mem_printf("tilecopy/%.*s", (int)(end - name), name);
    return find(path, strlen(path));
}

static void add(Text *out, const EmbeddedText *text, bool *done) {
    if (done[text - embedded_texts])
        return;
    done[text - embedded_texts] = true;
    for (const char *const *line = text->lines; *line; line++) {
        const EmbeddedText *inner = included(*line);
        if (inner)
            add(out, inner, done);
        else if (strncmp(*line, "#include \"host/", 15) == 0)
            text_printf(out, "#include \"tilecopy/%s", *line + strlen("#include \""));
        else
            text_add(out, *line);
    }
}

const char *runtime_text(void) {
    static bool done[COUNT_OF(embedded_texts)];
    static Text out;
    const EmbeddedText *all = find("tilecopy/tilecopy.h", strlen("tilecopy/tilecopy.h"));
    if (all)
        add(&out, all, done);
    return text_string(&out);
}
