/* reading.c: what the names of functions can say of the layouts that a description has defined so
 * far. `tcgen scan` asks while it reads names back. */
#include "ast.h"
#include <string.h>

static void add_stride(NamedLayout *layout, Word name) {
    const char *text = word_text(name);
    for (int i = 0; i < layout->stride_count; i++)
        if (strcmp(layout->strides[i], text) == 0)
            return;
    if (layout->stride_count < MAX_SYMBOLS)
        layout->strides[layout->stride_count++] = text;
}

bool lang_layout(Reading *reading, const char *name, size_t length, NamedLayout *layout) {
    const Definition *definition = names_find(&reading->definitions, name, length);
    *layout = (NamedLayout){0};
    if (!definition || !definition->layout)
        return false;
    for (int i = 0; i < reading->standard_count && definition->prelude; i++)
        layout->is_standard |= strcmp(reading->standards[i]->name, definition->name) == 0;
    layout->width = definition->layout->swizzle.named;
    FlatLayout flat;
    if (definition->broken || !flatten_layout(reading, definition->layout, &flat))
        return true;
    const AstShard *shard = &flat.base->shard;
    for (int i = 0; i < shard->stride_count; i++)
        for (int k = 0; k < shard->strides[i].count; k++)
            add_stride(layout, shard->strides[i].names[k]);
    return true;
}
