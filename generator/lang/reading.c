/* reading.c: what the names of functions can say of the layouts that a description has defined so
 * far. `tcgen scan` asks while it reads names back. */
#include "ast.h"
#include <ctype.h>
#include <string.h>

/* `tile A : smem auto S[...]`: functions that use it have the tag `a`. */
static const char *auto_tile(const Reading *reading, const char *name, size_t length) {
    for (int i = 0; i < reading->definition_count; i++) {
        const Definition *one = reading->order[i];
        bool same = one->tile && one->tile->layout->is_auto && strlen(one->name) == length;
        for (size_t k = 0; same && k < length; k++)
            same = tolower((unsigned char)one->name[k]) == name[k];
        if (same)
            return one->name;
    }
    return NULL;
}

bool lang_layout(Reading *reading, const char *name, size_t length, NamedLayout *layout) {
    const Definition *definition = names_find(&reading->definitions, name, length);
    *layout = (NamedLayout){0};
    if (!definition || !definition->layout) {
        layout->tile = auto_tile(reading, name, length);
        return layout->tile != NULL;
    }
    for (int i = 0; i < reading->standard_count && definition->prelude; i++)
        layout->is_standard |= strcmp(reading->standards[i]->name, definition->name) == 0;
    layout->width = definition->layout->swizzle.named;
    FlatLayout flat;
    if (definition->broken || !flatten_layout(reading, definition->layout, &flat))
        return true;
    const AstShard *shard = &flat.base->shard;
    for (int i = 0; i < shard->extent_count && i < MAX_RANK; i++)
        if (shard->extents[i].name.length)
            layout->extents[i] = word_text(shard->extents[i].name);
    for (int i = 0; i < shard->stride_count; i++)
        for (int k = 0; k < shard->strides[i].count && layout->stride_count < MAX_SYMBOLS; k++)
            layout->strides[layout->stride_count++] = word_text(shard->strides[i].names[k]);
    return true;
}
