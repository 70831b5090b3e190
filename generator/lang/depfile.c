/* depfile.c: what a header was made from, as `gcc -MD -MP` writes it: target: prerequisites, and
 * with `phony` an empty rule for each import, so that make survives a removed file. Names are
 * escaped the way make reads them: "\ ", "\#", "$$". */
#include "lang.h"
#include <string.h>

static void add_escaped(Text *out, const char *name) {
    for (const char *c = name; *c; c++) {
        if (*c == ' ' || *c == '\t') {
            for (const char *back = c; back > name && back[-1] == '\\'; back--)
                text_char(out, '\\');
            text_char(out, '\\');
        } else if (*c == '#' || *c == ':') {
            text_char(out, '\\');
        } else if (*c == '$') {
            text_char(out, '$');
        }
        text_char(out, *c);
    }
}

/* Standard input and texts that tcgen carries itself are no files. */
static bool is_file(const Source *source) {
    return source && source->path && strcmp(source->path, "-") != 0;
}

void out_depfile(Text *out, const Module *module, const char *target, bool phony) {
    add_escaped(out, target);
    text_char(out, ':');
    if (is_file(module->main)) {
        text_char(out, ' ');
        add_escaped(out, module->main->name);
    }
    for (int i = 0; i < module->import_count; i++) {
        if (!is_file(module->imports[i]))
            continue;
        text_add(out, " \\\n ");
        add_escaped(out, module->imports[i]->name);
    }
    text_char(out, '\n');
    for (int i = 0; phony && i < module->import_count; i++) {
        if (!is_file(module->imports[i]))
            continue;
        text_char(out, '\n');
        add_escaped(out, module->imports[i]->name);
        text_add(out, ":\n");
    }
}
