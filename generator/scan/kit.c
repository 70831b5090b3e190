/* kit.c: the ready-made kit as names: a call of one of its functions means the statement of the
 * kit, with the facts that no name says. */
#include "kernel.h"
#include <string.h>

struct Kit {
    const Module *module;
    Names names;
    const char **name; /* of each request */
};

/* The prelude, and behind it the lines of the kit that define layouts. */
const char *kit_prelude(void) {
    Text text = {0};
    text_add(&text, prelude_text);
    for (const char *at = kit_text; *at;) {
        size_t length = strcspn(at, "\n");
        if (strncmp(at, "layout ", 7) == 0)
            text_add_bytes(&text, at, length + (at[length] == '\n'));
        at += length + (at[length] == '\n');
    }
    return text_string(&text);
}

Kit *kit_load(void) {
    Kit *kit = NEW(Kit);
    const Source *source = source_from_text("<kit>", kit_text, strlen(kit_text));
    kit->module = lang_load(source, prelude_text, NULL, 0, 0);
    kit->name = NEW_ARRAY(const char *, kit->module->request_count);
    for (int i = 0; i < kit->module->request_count; i++) {
        kit->name[i] = request_name(kit->module->requests[i]);
        name_put(&kit->names, kit->name[i]);
    }
    return kit;
}

static const char *line_of(const char *text, int line) {
    for (; line > 1; line--)
        text += strcspn(text, "\n") + 1;
    return mem_text(text, strcspn(text, "\n"));
}

const char *kit_statement(const Kit *kit, const char *name) {
    if (!name_is_in(&kit->names, name))
        return NULL;
    int i = 0;
    while (strcmp(kit->name[i], name) != 0)
        i++;
    return line_of(kit_text, kit->module->requests[i]->loc.line);
}

const char *kit_near(const Kit *kit, const char *name) {
    return near_name(name, kit->name, kit->module->request_count);
}
